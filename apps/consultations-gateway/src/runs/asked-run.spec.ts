import { policiesOf } from './asked-run.js';

describe('policiesOf', () => {
  it('nobody says anything → the defaults of the product', () => {
    expect(policiesOf({}, { policies: {} })).toEqual({
      on_active_turn: 'preempt',
      on_pending_card: 'reject',
      on_disconnect: 'cancel',
    });
  });

  it('the agent has its own → they hold, unless the request says otherwise', () => {
    const agent = { policies: { on_active_turn: 'reject', on_disconnect: 'continue' } } as const;
    expect(policiesOf({ on_disconnect: 'cancel', on_pending_card: 'supersede' }, agent)).toEqual({
      on_active_turn: 'reject',
      on_pending_card: 'supersede',
      on_disconnect: 'cancel',
    });
  });
});
