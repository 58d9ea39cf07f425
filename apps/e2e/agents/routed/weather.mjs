export default { run: () => ({ state: { weather: 'sunny' }, control: { action: 'continue' } }) };
