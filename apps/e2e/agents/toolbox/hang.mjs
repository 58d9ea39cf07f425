export default () => new Promise(() => undefined);
