/** Tells the test which engine works. */
export default {
  async run(ctx) {
    const session = ctx.stepId.split('/')[0].split(':')[2];
    const body = JSON.stringify({ stepId: ctx.stepId, pid: process.pid });
    await fetch(`${process.env.EFFECTS_URL}/${encodeURIComponent(`${session}/begin`)}`, { method: 'POST', body });
    return { state: { begun: true }, control: { action: 'continue' } };
  },
};
