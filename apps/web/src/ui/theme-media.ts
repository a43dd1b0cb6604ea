import type { Theme } from '@mui/material/styles';
import { LIGHT } from './tokens';

/** A part of the page that paper does not show. */
export const NOT_PRINTED = { '@media print': { display: 'none' } } as const;

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
      'svg, [aria-hidden] > span, .MuiLinearProgress-root, .MuiLinearProgress-bar': {
        forcedColorAdjust: 'none',
      },
      '.Mui-selected, [aria-pressed="true"], [aria-current="page"]': {
        outline: '2px solid Highlight',
        outlineOffset: -2,
      },
    },
  };
}

/** The variables of the light theme, which a page in the dark theme has on paper too. */
function lightVariables(theme: Theme): Record<string, string> {
  const sheets = theme.generateStyleSheets();
  const light = sheets.find((sheet) => Object.keys(sheet).some((key) => key.includes('light')));
  return Object.assign({}, ...Object.values(light ?? {})) as Record<string, string>;
}

/** 'var(--portal-a, #fff)' → '--portal-a' */
function nameOf(variable: string): string {
  return /--[\w-]+/.exec(variable)?.[0] ?? variable;
}
