import { createTheme, type Theme } from '@mui/material';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { components } from './theme-components';
import { DARK, LIGHT, type StatusColors, type Tokens } from './tokens';

declare module '@mui/material/styles' {
  interface Palette {
    status: StatusColors;
    surface: Tokens['surface'];
    line: Tokens['line'];
    chart: Record<string, string>;
  }
  interface PaletteOptions {
    status: StatusColors;
    surface: Tokens['surface'];
    line: Tokens['line'];
    chart: Record<string, string>;
  }
}

const FONT = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** Both colour schemes as CSS variables, so that a toggle repaints without React. */
export const theme: Theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme', cssVarPrefix: 'portal' },
  defaultColorScheme: 'dark',
  colorSchemes: { dark: { palette: palette(DARK) }, light: { palette: palette(LIGHT) } },
  motion: { reducedMotion: 'system' },
  shape: { borderRadius: 10 },
  spacing: 8,
  typography: {
    fontFamily: FONT,
    fontWeightBold: 650,
    h1: { fontSize: '1.75rem', lineHeight: 1.25, fontWeight: 650, letterSpacing: '-0.022em' },
    h2: { fontSize: '1.3125rem', lineHeight: 1.3, fontWeight: 620, letterSpacing: '-0.016em' },
    h3: { fontSize: '1.0625rem', lineHeight: 1.4, fontWeight: 620, letterSpacing: '-0.01em' },
    h4: { fontSize: '0.9375rem', lineHeight: 1.4, fontWeight: 620, letterSpacing: '-0.006em' },
    subtitle1: { fontSize: '0.9375rem', lineHeight: 1.5, fontWeight: 550 },
    subtitle2: { fontSize: '0.8125rem', lineHeight: 1.45, fontWeight: 600 },
    body1: { fontSize: '0.9375rem', lineHeight: 1.55 },
    body2: { fontSize: '0.84375rem', lineHeight: 1.5 },
    button: { fontSize: '0.875rem', fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
    caption: { fontSize: '0.75rem', lineHeight: 1.45 },
    overline: {
      fontSize: '0.6875rem',
      lineHeight: 1.5,
      fontWeight: 650,
      letterSpacing: '0.07em',
    },
  },
  components,
});

function palette(tokens: Tokens) {
  const { chart } = tokens;
  const signal = (main: string) => ({ main, contrastText: tokens.onSignal });
  return {
    primary: tokens.accent,
    error: signal(tokens.error),
    warning: signal(tokens.warning),
    info: signal(tokens.info),
    success: signal(tokens.success),
    text: tokens.text,
    divider: tokens.line.soft,
    background: { default: tokens.surface.ground, paper: tokens.surface.paper },
    status: tokens.status,
    surface: tokens.surface,
    line: tokens.line,
    chart: { ...numbered('member', chart.members), ...numbered('slice', chart.slices) },
  };
}

/** Colours by name and position, such as `member0`. */
function numbered(name: string, colors: readonly string[]): Record<string, string> {
  return Object.fromEntries(colors.map((color, index) => [`${name}${index}`, color]));
}
