import { DARK, LIGHT, type Palette } from './palette.js';

/** WCAG 2: relative luminance and contrast. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken'] as const;
const TEXTS: [text: keyof Palette, grounds: readonly (keyof Palette)[]][] = [
  ['text', [...GROUNDS, 'primarySoft']],
  ['muted', [...GROUNDS, 'primarySoft']],
  ['primaryText', [...GROUNDS, 'primarySoft']],
  ['danger', [...GROUNDS, 'dangerSoft']],
  ['asking', ['surface', 'canvas', 'askingSoft']],
  ['onPrimary', ['primary']],
  ['onDanger', ['danger']],
];

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('%s', (_name, palette) => {
  test.each(TEXTS)('%s on %j → can be read: 4.5 or more', (text, grounds) => {
    const low = grounds.filter((ground) => contrast(palette[text], palette[ground]) < 4.5);
    expect(low).toEqual([]);
  });

  test('the border of inputs → can be seen: 3 or more', () => {
    expect(contrast(palette.strongLine, palette.surface)).toBeGreaterThanOrEqual(3);
  });
});
