// What the scripted model says to the agents' prompts, and what it remembers of each call.
import { readAsk, wordsOf } from './agents/kit.mjs';

/** Calls by the nonce of the message they answer. */
export class ModelCalls {
  #calls = new Map();

  constructor(model, book) {
    model.when({}, (view) => {
      // The call that is being answered is the one that has come last; kept here, by its nonce, and not there.
      const call = model.requests.pop();
      const asked = readAsk(view.lastUser);
      this.#calls.set(asked.nonce, [...this.of(asked.nonce), call]);
      const times = view.users.filter((text) => text === view.lastUser).length;
      if (times !== 1) book.violation('wrong prompt', 'model', `${asked.nonce}: its message is in the prompt ${times} times`);
      return { tokens: wordsOf(asked), pace_ms: asked.paceMs };
    });
  }

  of(nonce) {
    return this.#calls.get(nonce) ?? [];
  }

  forget(nonce) {
    this.#calls.delete(nonce);
  }
}
