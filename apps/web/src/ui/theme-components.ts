import type { Components, Theme } from '@mui/material';
import { mediaStyles } from './theme-media';

/** Styles of MUI components: flat surfaces with hairlines, low density, visible focus. */
export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      body: {
        minHeight: '100dvh',
        fontVariantNumeric: 'tabular-nums',
        fontFeatureSettings: '"cv11", "ss03"',
        WebkitFontSmoothing: 'antialiased',
        textRendering: 'optimizeLegibility',
      },
      // A list is an order of parts of the page; one of sentences has its marks by its own style.
      'ul, ol, dl, dd': { margin: 0, padding: 0, listStyle: 'none' },
      ':focus-visible': {
        outline: `2px solid ${theme.vars.palette.primary.main}`,
        outlineOffset: 2,
      },
      '::selection': {
        background: theme.vars.palette.primary.main,
        color: theme.vars.palette.primary.contrastText,
      },
      '@media (prefers-reduced-motion: reduce)': {
        '*, ::before, ::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
      ...mediaStyles(theme),
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': {
          outline: `2px solid ${theme.vars.palette.primary.main}`,
          outlineOffset: 2,
        },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { borderRadius: 8, minHeight: 36, paddingInline: 14 },
      sizeSmall: { minHeight: 30, paddingInline: 10, fontSize: '0.8125rem' },
      sizeLarge: { minHeight: 46, paddingInline: 20, fontSize: '0.9375rem' },
      outlined: ({ theme }) => ({
        borderColor: theme.vars.palette.line.strong,
        '&:hover': { borderColor: theme.vars.palette.primary.main },
      }),
    },
  },
  MuiIconButton: { styleOverrides: { root: { borderRadius: 8 } } },
  MuiPaper: {
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.line.soft }),
    },
  },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiCardContent: {
    styleOverrides: { root: { padding: 20, '&:last-child': { paddingBottom: 20 } } },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => floating(theme),
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      paper: ({ theme }) => floating(theme),
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => floating(theme),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: { fontSize: '0.875rem', minHeight: 38, borderRadius: 6, marginInline: 6 },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.line.strong },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { arrow: true, enterDelay: 300 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: '0.75rem',
        fontWeight: 500,
        backgroundColor: theme.vars.palette.text.primary,
        color: theme.vars.palette.background.default,
      }),
      arrow: ({ theme }) => ({ color: theme.vars.palette.text.primary }),
    },
  },
  MuiChip: {
    styleOverrides: { root: { borderRadius: 6, fontWeight: 550 }, sizeSmall: { height: 22 } },
  },
  MuiLinearProgress: { styleOverrides: { root: { borderRadius: 999, height: 6 } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderColor: theme.vars.palette.line.soft,
        paddingBlock: 10,
        fontSize: '0.84375rem',
      }),
      head: ({ theme }) => ({
        color: theme.vars.palette.text.secondary,
        fontSize: '0.75rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        textTransform: 'none',
        fontWeight: 600,
        // The default colour has too little contrast on the page.
        '&:not(.Mui-selected, .Mui-disabled)': { color: theme.vars.palette.text.secondary },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      // It explains why the field is disabled, so it stays readable.
      root: ({ theme }) => ({ '&.Mui-disabled': { color: theme.vars.palette.text.secondary } }),
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: { borderRadius: 10 },
      // The default of the dark theme has white text on a colour that is too light for it.
      filled: ({ theme, ownerState }) => {
        const { main, contrastText } = theme.vars.palette[ownerState.severity ?? 'info'];
        return { color: contrastText, backgroundColor: main };
      },
      standard: ({ theme, ownerState }) => {
        const { mainChannel, main } = theme.vars.palette[ownerState.severity ?? 'info'];
        return {
          color: theme.vars.palette.text.primary,
          backgroundColor: `rgb(${mainChannel} / 0.1)`,
          border: `1px solid rgb(${mainChannel} / 0.35)`,
          '& .MuiAlert-icon': { color: main },
        };
      },
    },
  },
  MuiSkeleton: { defaultProps: { animation: 'wave' } },
  // subtitle1 and subtitle2 are no headings.
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } } },
  MuiLink: { defaultProps: { underline: 'hover' } },
};

/** The look of menus and other surfaces above the page. */
function floating({ vars: { palette } }: Theme) {
  return {
    border: `1px solid ${palette.line.soft}`,
    backgroundColor: palette.surface.raised,
    boxShadow: '0 12px 32px rgb(0 0 0 / 0.28)',
  };
}
