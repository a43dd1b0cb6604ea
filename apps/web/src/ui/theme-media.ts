import type { Theme } from '@mui/material';
import { LIGHT } from './tokens';

/** The rule of the light theme, as `colorSchemeSelector` of the theme says. */
const LIGHT_SELECTOR = '[data-theme="light"]';

/** A part of the page that paper does not show. */
export const NOT_PRINTED = { '@media print': { display: 'none' } } as const;

/** Charts, and elements without text that only their background shows. Icons have the colour of text. */
const MARKS =
  'svg:not(.MuiSvgIcon-root, .MuiAvatar-root svg), [aria-hidden]:empty, span:empty, [role="progressbar"], .MuiLinearProgress-bar';

/** The page on paper, with more contrast, and with the colours of the operating system. */
export function mediaStyles(theme: Theme) {
  const { palette } = theme.vars;
  return {
    '@media print': {
      'html[data-theme]': { colorScheme: 'light', ...lightVariables(theme) },
      body: { background: `${LIGHT.surface.paper} !important` },
    },
    '@media (prefers-contrast: more)': {
      'html[data-theme]': {
        [nameOf(palette.text.secondary)]: palette.text.primary,
        [nameOf(palette.line.soft)]: palette.text.primary,
        [nameOf(palette.line.strong)]: palette.text.primary,
        [nameOf(palette.divider)]: palette.text.primary,
      },
    },
    '@media (forced-colors: active)': {
      // Colours that are the only mark of a chart, a status or a progress.
      [MARKS]: { forcedColorAdjust: 'none' },
      '.Mui-selected, [aria-pressed="true"], [aria-current="page"]': {
        outline: '2px solid Highlight !important',
        outlineOffset: '-2px !important',
      },
    },
  };
}

/** The variables of the light theme, which a page in the dark theme has on paper too. */
function lightVariables(theme: Theme): object {
  const sheets: readonly Record<string, object>[] = theme.generateStyleSheets();
  return sheets.find((sheet) => LIGHT_SELECTOR in sheet)?.[LIGHT_SELECTOR] ?? {};
}

/** 'var(--portal-a, #fff)' → '--portal-a' */
function nameOf(variable: string): string {
  return /--[\w-]+/.exec(variable)?.[0] ?? variable;
}
