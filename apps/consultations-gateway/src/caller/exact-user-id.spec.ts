import { hasRoundedUserId } from './exact-user-id.js';

describe('hasRoundedUserId', () => {
  it.each<[string, boolean]>([
    ['{"message":"x"}', false],
    ['{"user_id":"9007199254740993"}', false],
    ['{"user_id":7}', false],
    ['{"user_id":-7}', false],
    ['{"user_id" : 9007199254740991}', false],
    ['{"user_id":9007199254740993}', true],
    ['{"user_id":123456789012345678901234567890}', true],
    ['{"user_id":9007199254740991.4}', true],
    ['{"user_id":0.99999999999999999999}', true],
    ['{"user_id":1.00000000000000000001}', true],
    ['{"user_id":1e400}', true],
    ['{"user_id":7.0}', false],
    ['{"metadata":{"user_id":9007199254740993}}', false],
    ['{"metadata":{"":{"user_id":9007199254740993}},"user_id":5}', false],
    ['{"message":"\\"user_id\\": 9007199254740993"}', false],
    ['{"message":"{\\"user_id\\":5}","user_id":9007199254740993}', true],
    ['{"user_id":9007199254740993,"user_id":5}', false],
  ])('%s → %s', (body, rounded) => {
    expect(hasRoundedUserId(body)).toBe(rounded);
  });
});
