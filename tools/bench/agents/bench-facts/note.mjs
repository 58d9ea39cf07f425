const FACTS = 30;

// What it writes is as large in every turn; what it produces is never there, so that it runs in each.
export default {
  async run({ message }) {
    const mark = message.slice(-4);
    const facts = Object.fromEntries(
      Array.from({ length: FACTS }, (_, i) => [`fact_${i}`, `${'of some length '.repeat(3)}${mark}`]),
    );
    return { state: { facts }, control: { action: 'continue' } };
  },
};
