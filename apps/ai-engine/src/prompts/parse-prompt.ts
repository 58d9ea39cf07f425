import Mustache from 'mustache';

export type PromptTokens = ReturnType<typeof Mustache.parse>;

const parsed = new Map<string, PromptTokens>();

/** The tokens of a template, parsed once. Throws an Error that says what is wrong and where. */
export function parsePrompt(template: string): PromptTokens {
  let tokens = parsed.get(template);
  if (!tokens) {
    tokens = Mustache.parse(template);
    const [partial] = partialsOf(tokens);
    if (partial !== undefined) throw new Error(`{{> ${partial}}}: partials are not supported`);
    parsed.set(template, tokens);
  }
  return tokens;
}

function partialsOf(tokens: PromptTokens): string[] {
  return tokens.flatMap(([type, name, , , inner]) => {
    if (type === '>') return [name];
    return Array.isArray(inner) ? partialsOf(inner) : [];
  });
}
