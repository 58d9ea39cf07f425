const LONGEST = 60;

/** What a session is called that nobody gave a title: the first line of its first message, cut to 60 characters. */
export function titleOf(message: string): string {
  const [line = ''] = message.trim().split('\n', 1);
  const characters = [...line.trim()];
  if (characters.length <= LONGEST) return characters.join('');
  const kept = characters.slice(0, LONGEST - 1).join('');
  return `${kept.trimEnd()}…`;
}
