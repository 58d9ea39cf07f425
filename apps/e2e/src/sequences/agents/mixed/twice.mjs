import { ask, go, question } from '../../../../agents/kit.mjs';
import { report } from '../report.mjs';

/** Asks for a number, then for a word; for the word again as long as it is `again`. */
export default {
  async run(ctx) {
    await report(ctx, 'twice');
    if (ctx.cancelled) return go();
    if (ctx.answers['twice.first'] === undefined)
      return ask([
        question('twice.first', { input_type: 'number' }),
        question('note', { required: false }),
        question('twice.sure', { input_type: 'boolean', required: false }),
      ]);
    const word = ctx.answers['twice.second'];
    return word === undefined || word === 'again' ? ask([question('twice.second')]) : go();
  },
};
