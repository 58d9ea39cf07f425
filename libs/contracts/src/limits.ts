/** Sizes beyond which something is refused, in bytes unless named otherwise (protocol, section 4, Who). */
export const MAX_BODY_BYTES = 256 * 1024;
export const MAX_ANSWER_BYTES = 64 * 1024;
export const MAX_EVENT_BYTES = 4 * 1024 * 1024;
/** Of what one skill's result adds to the state: every step of every turn carries the state. */
export const MAX_STATE_BYTES = 1024 * 1024;
export const MAX_CARD_BYTES = 2 * 1024 * 1024;
/** How many calls of one answer of a model are made, and how long the arguments of each may be. */
export const MAX_TOOL_CALLS = 32;
export const MAX_TOOL_ARGUMENTS_BYTES = 64 * 1024;
/** A person is to read them. */
export const MAX_CONFIRMED_ARGUMENTS_BYTES = 16 * 1024;
/** Of all that a node's model and its tools say to each other in one go: every step carries it. */
export const MAX_TOOL_WORK_BYTES = 1024 * 1024;
/** Of a tool's result as JSON: the model is told that it was too large. */
export const MAX_TOOL_RESULT_BYTES = 256 * 1024;
