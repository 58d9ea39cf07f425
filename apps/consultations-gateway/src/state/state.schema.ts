import { ANY_OBJECT, type ApiSchema, choice, listOf, object, TEXT } from '../openapi/schema.js';

const PATHS: ApiSchema = { type: 'object', additionalProperties: { type: 'boolean' } };

const SKILL = object(
  {
    id: TEXT,
    status: choice(['ready', 'blocked', 'satisfied', 'working', 'asking', 'answered', 'done']),
    runs: { type: 'integer' },
    requires: PATHS,
    produces: PATHS,
  },
  ['id', 'status', 'runs', 'requires', 'produces'],
);

export const THREAD_STATE = object(
  {
    agent_id: { type: 'string', nullable: true },
    turn: { type: 'integer' },
    state: ANY_OBJECT,
    skills: listOf(SKILL),
    choice: { allOf: [object({ skills: listOf(TEXT), reason: TEXT }, ['skills'])], nullable: true },
  },
  ['agent_id', 'turn', 'state', 'skills', 'choice'],
);
