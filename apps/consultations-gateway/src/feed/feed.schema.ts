import { textThat } from '../openapi/schema.js';

export const FEED_STREAM = {
  schema: textThat(
    'Frames `event: <name>`, `data: {"type":<name>,"data":{…}}`, without ids; comments in silence. `session`: the session as it is now. ' +
      '`deleted` `{session_id}`: it is gone. `listed`, once: all sessions that there were have been sent.',
  ),
};
