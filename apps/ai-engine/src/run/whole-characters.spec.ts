import { WholeCharacters } from './whole-characters.js';

describe('tokens that cut a character', () => {
  it.each([
    [['a🙂b'], ['a🙂b']],
    [
      ['a\ud83d', '\ude42b'],
      ['a', '🙂b'],
    ],
    [
      ['\ud83d', '\ude42'],
      ['', '🙂'],
    ],
    [
      ['a\ude42', 'b'],
      ['a\ufffd', 'b'],
    ],
    [
      ['\ud83d', 'x'],
      ['', '\ufffdx'],
    ],
    [['a\ud83d'], ['a']],
  ])('%j → %j', (pieces, expected) => {
    const characters = new WholeCharacters();
    expect(pieces.map((piece) => characters.join(piece))).toEqual(expected);
  });
});
