import type { Problem } from '@parley/contracts';
import type { Reply } from '@parley/testing';
import { anyText, textLike } from './matchers.js';

/** The problem a call was refused with. Throws where it was not refused, or with anything but a problem document. */
export function problemOf({ status, headers, text }: Reply): Problem {
  expect({ type: headers['content-type'], text }).toEqual({
    type: textLike(/^application\/problem\+json/),
    text: textLike(/^\{.*\}$/s),
  });
  const problem = JSON.parse(text) as Problem;
  expect(problem).toMatchObject({ status, type: anyText, title: anyText, trace_id: anyText });
  return problem;
}

/** Status and code, as the tables of the protocol name them: `409 card_stale`. */
export const refusalOf = (reply: Reply): string => `${reply.status} ${problemOf(reply).code}`;
