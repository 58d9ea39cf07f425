export default ({ amount }) => ({ amount, fee: amount * 0.025 });
