import type { SkillResult } from '@parley/contracts';
import type { ChatRequest } from '../completions/chat-request.js';
import { echoAnswer } from './echo/echo-answer.js';
import { asLang, langOf } from './lang.js';
import { loanAnswer } from './loan-dispute/loan-answer.js';
import { loanFacts } from './loan-dispute/loan-facts.js';
import { markerIn } from './marker.js';

/** A skill that this model knows nothing of goes on without a result. */
const NOTHING_TO_SAY: SkillResult = { control: { action: 'continue' } };

/** The whole text the demo model answers with: a function of the request alone. */
export function answerTo(request: Pick<ChatRequest, 'system' | 'users' | 'json'>): string {
  const marker = markerIn(request.system);
  const lastUser = request.users.at(-1) ?? '';
  const known = marker?.known ?? new Map<string, string>();
  const lang = asLang(marker?.lang ?? '') ?? langOf(lastUser, 'zh');
  switch (marker?.task) {
    case 'loan-dispute/facts':
      return JSON.stringify(loanFacts(known, request.users, lang));
    case 'loan-dispute/answer':
      return loanAnswer(known, request.users, lang);
    case 'echo/answer':
      return echoAnswer(lastUser, langOf(lastUser, lang));
    default:
      return request.json ? JSON.stringify(NOTHING_TO_SAY) : echoAnswer(lastUser, langOf(lastUser, lang));
  }
}
