import { ask, effect, go, question } from '../kit.mjs';

export default {
  async run(ctx) {
    const given = ctx.answers.id_number;
    if (given === undefined) {
      await effect(ctx, 'begun');
      return ask([question('id_number')]);
    }
    if (/^\d+$/.test(given)) return go({ id_number: given });
    return ask([question('id_number')], { message: `${given} is no number.` });
  },
};
