import { type FaultMessage, quoted, saying } from './fault-message.js';

/** `; did you mean "visible_nodes"?`, or nothing where no known name is near. */
export function didYouMean(name: unknown, known: readonly string[]): FaultMessage {
  const nearest = typeof name === 'string' ? nearestName(name, known) : undefined;
  return nearest === undefined ? '' : saying`; did you mean ${quoted(nearest)}?`;
}

/** The known name that a misspelt one was probably meant to be; undefined where none is near. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const allowed = Math.floor((name.length + 1) / 3);
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(simplified(name), simplified(candidate));
    if (distance <= allowed && (!best || distance < best.distance)) best = { name: candidate, distance };
  }
  return best?.name;
}

/** `visibleNodes`, `visible-nodes` and `visible_nodes` are one name, written three ways. */
const simplified = (name: string): string => name.slice(0, 64).toLowerCase().replace(/[_-]/g, '');

function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length]!;
}
