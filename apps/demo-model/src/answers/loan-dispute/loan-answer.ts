import { essenceOf } from '../echo/echo-answer.js';
import type { Lang } from '../lang.js';
import type { Known } from '../marker.js';
import { ANSWER_TEXTS, type AnswerTexts } from './answer-texts.js';
import { factLines, groupedNumber } from './fact-lines.js';
import { knownFacts, type LoanFacts } from './facts.js';

const MAX_QUOTE = 60;

/** The `answer` of the agent: parties, facts, court fee and next steps as Markdown; an invitation while nothing is known. */
export function loanAnswer(known: Known, messages: readonly string[], lang: Lang): string {
  const texts = ANSWER_TEXTS[lang];
  const facts = knownFacts(known);
  const defendant = known.get('profile.defendant.name');
  if (defendant === undefined && Object.keys(facts).length === 0) return texts.invitation;

  const summary = known.get('facts.summary');
  return [
    ...followUp(messages, texts),
    `## ${texts.title}`,
    section(texts.parties, bullets(partyLines(known, texts))),
    section(
      texts.facts,
      bullets([...factLines(facts, lang), ...(summary ? [texts.summary(oneLine(summary))] : [])], texts.noFacts),
    ),
    section(texts.fee, bullets([feeLine(known, texts)])),
    section(texts.next, numbered(nextSteps(facts, known.get('decision.file'), texts))),
    `> ${texts.disclaimer}`,
  ].join('\n\n');
}

/** Says what is answered where the conversation goes on after a first summary. */
function followUp(messages: readonly string[], texts: AnswerTexts): string[] {
  const last = oneLine(messages.at(-1) ?? '');
  return messages.length > 1 && last !== '' ? [texts.followUp(essenceOf(last, MAX_QUOTE))] : [];
}

function partyLines(known: Known, texts: AnswerTexts): string[] {
  const onFile = known.has('profile.defendant.id_number');
  return [
    texts.plaintiff(known.get('profile.plaintiff.name') ?? texts.you),
    texts.defendant(known.get('profile.defendant.name') ?? texts.unknown, onFile),
  ];
}

function feeLine(known: Known, texts: AnswerTexts): string {
  const amount = Number(known.get('fee.amount') ?? NaN);
  if (!Number.isFinite(amount)) return texts.noFee;
  return texts.feeOf(groupedNumber(amount), known.get('fee.basis'));
}

function nextSteps(facts: LoanFacts, file: string | undefined, texts: AnswerTexts): string[] {
  return [
    facts.amount === undefined ? texts.steps.tellAmount : undefined,
    facts.has_contract === true ? texts.steps.keepPaper : texts.steps.collectTraces,
    (facts.interest_rate ?? 0) > 0 ? texts.steps.interestCap : undefined,
    file === 'true' ? texts.steps.file : file === 'false' ? texts.steps.demandOnly : texts.steps.demandThenFile,
    texts.steps.limitation,
  ].filter((step) => step !== undefined);
}

const section = (title: string, body: string) => `**${title}**\n\n${body}`;
const bullets = (lines: string[], absent = '') => (lines.length > 0 ? lines : [absent]).map((line) => `- ${line}`).join('\n');
const numbered = (lines: string[]) => lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ');
