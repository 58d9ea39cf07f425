/** Lets the skill `facts` run where the message asks for it. */
export default {
  run: ({ message }) => ({ state: message.includes('facts') ? { wanted: true } : {}, control: { action: 'continue' } }),
};
