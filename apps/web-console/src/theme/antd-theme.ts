import { theme as antd, type ThemeConfig } from 'antd';
import { paletteOf, type Theme } from './theme.js';

/** Our colours in antd's words. Its own greys are too faint to be read by everybody. `isStill`: nothing moves. */
export function antdTheme(theme: Theme, isStill: boolean): ThemeConfig {
  const { primary, primaryText, danger, onDanger, success, asking, text, muted, surface, raised, canvas, line, strongLine } =
    paletteOf(theme);
  return {
    algorithm: theme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: primary,
      colorPrimaryText: primaryText,
      colorInfo: primary,
      colorError: danger,
      colorErrorText: danger,
      colorSuccess: success,
      colorWarning: asking,
      colorLink: primaryText,
      colorText: text,
      colorTextHeading: text,
      colorTextSecondary: muted,
      colorTextTertiary: muted,
      colorTextDescription: muted,
      colorTextPlaceholder: muted,
      colorBgContainer: surface,
      colorBgElevated: raised,
      colorBgLayout: canvas,
      colorBorder: strongLine,
      colorBorderSecondary: line,
      motion: !isStill,
      borderRadius: 8,
      fontSize: 15,
      fontFamily: 'var(--font)',
      controlHeight: 38,
    },
    components: { Button: { dangerColor: onDanger } },
  };
}
