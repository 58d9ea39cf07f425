import { object, pageOf, TEXT } from '../openapi/schema.js';

const LOCAL_TEXT = object({ zh: TEXT, en: TEXT });

export const AGENT_PAGE = pageOf(
  object({ agent_id: TEXT, name: LOCAL_TEXT, description: LOCAL_TEXT, greeting: LOCAL_TEXT }, ['agent_id', 'name']),
);
