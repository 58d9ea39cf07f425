/** Sizes beyond which something is refused, in bytes unless named otherwise (protocol, section 4, Who). */
export const MAX_BODY_BYTES = 256 * 1024;
export const MAX_ANSWER_BYTES = 64 * 1024;
export const MAX_EVENT_BYTES = 4 * 1024 * 1024;
/** Of what one skill's result adds to the state: every step of every turn carries the state. */
export const MAX_STATE_BYTES = 1024 * 1024;
export const MAX_CARD_BYTES = 2 * 1024 * 1024;
/** Of a tool's result as JSON: the model is told that it was too large. */
export const MAX_TOOL_RESULT_BYTES = 256 * 1024;
