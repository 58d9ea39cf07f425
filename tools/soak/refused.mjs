/** A request was refused that had to be taken. */
export class Refused extends Error {
  constructor(kind, refusal) {
    super(`${kind} was refused: ${JSON.stringify(refusal).slice(0, 400)}`);
  }
}
