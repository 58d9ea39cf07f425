/** The colours of one appearance. Every text colour has a contrast of 4.5 or more on the grounds it is used on. */
export interface Palette {
  canvas: string;
  surface: string;
  raised: string;
  sunken: string;
  line: string;
  strongLine: string;
  text: string;
  muted: string;
  primary: string;
  primaryText: string;
  primarySoft: string;
  onPrimary: string;
  asking: string;
  askingSoft: string;
  danger: string;
  dangerSoft: string;
  onDanger: string;
  success: string;
  shadow: string;
}

export const LIGHT: Palette = {
  canvas: '#f5f6f7',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#eef0f2',
  line: '#e0e4e8',
  strongLine: '#858f9b',
  text: '#17212b',
  muted: '#55616e',
  primary: '#17695f',
  primaryText: '#135b52',
  primarySoft: '#e2f0ed',
  onPrimary: '#ffffff',
  asking: '#8a4b08',
  askingSoft: '#fdf1de',
  danger: '#b3261e',
  dangerSoft: '#fdecea',
  onDanger: '#ffffff',
  success: '#1b6e3c',
  shadow: '0 12px 40px rgb(15 30 40 / 16%), 0 2px 8px rgb(15 30 40 / 8%)',
};

export const DARK: Palette = {
  canvas: '#101519',
  surface: '#171d23',
  raised: '#1f272f',
  sunken: '#0c1013',
  line: '#2b353f',
  strongLine: '#75828f',
  text: '#e7ecf0',
  muted: '#a5b1bc',
  primary: '#1f7a6e',
  primaryText: '#6fcdbf',
  primarySoft: '#17322f',
  onPrimary: '#ffffff',
  asking: '#f0b45f',
  askingSoft: '#33270f',
  danger: '#ff8a80',
  dangerSoft: '#3a1b19',
  onDanger: '#2b0d0b',
  success: '#6fce94',
  shadow: '0 12px 40px rgb(0 0 0 / 55%), 0 2px 8px rgb(0 0 0 / 35%)',
};

/** Gives the colours to the style sheets, as `--primary-soft` and so on. */
export function applyPalette(element: HTMLElement, palette: Palette): void {
  for (const [name, value] of Object.entries(palette))
    element.style.setProperty(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value as string);
}
