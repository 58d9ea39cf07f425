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
    expect(pieces.map((piece) => characters.join(piece, 'answer'))).toEqual(expected);
  });

  it('half a character of one node → not glued to the text of another', () => {
    const characters = new WholeCharacters();
    expect([characters.join('a\ud83d', 'intro'), characters.join('b', 'answer')]).toEqual(['a', 'b']);
  });
});
