/**
 * The court acceptance fee of a property case in the People's Republic of China: Measures on the Payment of Litigation
 * Costs (诉讼费用交纳办法, State Council Decree 481), article 13 (1). Each rate applies to its slice of the amount.
 */
const FLAT_FEE_FEN = 50_00;

/** Upper end of each slice in yuan, and its rate in tenths of a percent. */
const SLICES = [
  { upTo: 10_000, permille: 0 },
  { upTo: 100_000, permille: 25 },
  { upTo: 200_000, permille: 20 },
  { upTo: 500_000, permille: 15 },
  { upTo: 1_000_000, permille: 10 },
  { upTo: 2_000_000, permille: 9 },
  { upTo: 5_000_000, permille: 8 },
  { upTo: 10_000_000, permille: 7 },
  { upTo: 20_000_000, permille: 6 },
  { upTo: Infinity, permille: 5 },
];

/** The fee in yuan, to the fen. Counted in whole fen, so that no rounding of a slice adds up. */
export function acceptanceFee(amountYuan) {
  const amountFen = Math.round(amountYuan * 100);
  let milliFen = FLAT_FEE_FEN * 1000;
  let fromFen = 0;
  for (const { upTo, permille } of SLICES) {
    if (amountFen <= fromFen) break;
    milliFen += (Math.min(amountFen, upTo * 100) - fromFen) * permille;
    fromFen = upTo * 100;
  }
  return Math.round(milliFen / 1000) / 100;
}

const BASIS = {
  zh: '《诉讼费用交纳办法》第十三条第一项，财产案件分段累计；适用简易程序或调解结案的减半',
  en: 'Measures on the Payment of Litigation Costs, article 13 (1), progressive rates; half of it in summary procedure or mediation',
};

export default {
  async run({ state, lang, log }) {
    const { amount } = state.facts;
    if (typeof amount !== 'number' || !(amount > 0)) {
      // A model wrote it. Without a fee the answer says what is missing.
      log.warn('facts.amount is not a positive number', { amount });
      return { control: { action: 'continue' } };
    }
    return { state: { fee: { amount: acceptanceFee(amount), basis: BASIS[lang] } }, control: { action: 'continue' } };
  },
};
