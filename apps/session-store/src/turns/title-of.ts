const LONGEST = 60;

/** What a session is called that nobody gave a title: the first line of its first message, cut to 60 characters. */
export function titleOf(message: string): string {
  const [line = ''] = message.trim().split('\n', 1);
  // No more than may be needed: a character has one or two units.
  const characters = [...line.trim().slice(0, 2 * LONGEST + 2)];
  if (characters.length <= LONGEST) return characters.join('');
  const kept = characters.slice(0, LONGEST - 1).join('');
  return `${kept.trimEnd()}…`;
}
