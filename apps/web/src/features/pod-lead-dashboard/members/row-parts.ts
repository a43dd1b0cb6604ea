import { keyframes, styled, type Theme } from '@mui/material';
import { Link } from 'react-router';

/** The styles of a row. They are in rem, so that a screen with larger type scales them. */

/** From this width of the list on, a row is one line. */
const WIDE = '@container (min-width: 58rem)';

const fade = keyframes`from { opacity: 0.9 } 70% { opacity: 0.6 } to { opacity: 0 }`;

export const Row = styled('li')(({ theme }) => ({
  position: 'relative',
  // A changed number lays out and paints its row only, and nothing outside the screen.
  contain: 'layout paint',
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 4rem',
  display: 'grid',
  alignItems: 'center',
  gap: '0.75rem 1.5rem',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  gridTemplateAreas: '"person person level" "lines lines lines" "trend trend trend"',
  padding: '0.875rem 1.25rem',
  borderTop: `1px solid ${theme.vars.palette.line.soft}`,
  backgroundColor: theme.vars.palette.background.paper,
  '&:hover': { backgroundColor: theme.vars.palette.surface.raised },
  '&[data-plain]': { gridTemplateAreas: '"person person trend" "lines lines lines"' },
  [WIDE]: {
    '&, &[data-plain]': { gridTemplateAreas: '"person lines level trend"' },
    gridTemplateColumns: 'minmax(11rem, 1fr) minmax(16rem, 1.6fr) 14rem 5.5rem',
    paddingBlock: 'var(--row-padding, 0.625rem)',
  },
}));

/** The mark of a crossed threshold, in the current colour. */
export const Glow = styled('span')({
  position: 'absolute',
  inset: 0,
  pointerEvents: 'none',
  borderLeft: '0.25rem solid currentColor',
  background:
    'linear-gradient(90deg, color-mix(in srgb, currentColor 28%, transparent), transparent 75%)',
  '@media (prefers-reduced-motion: no-preference)': { animation: `${fade} 6s ease-in forwards` },
});

export const Person = styled('div')({
  gridArea: 'person',
  display: 'flex',
  alignItems: 'center',
  gap: '0.75rem',
  minWidth: 0,
});

export const Names = styled('div')({ minWidth: 0 });

const nameText = (theme: Theme) => ({
  ...theme.typography.subtitle1,
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  lineHeight: 1.35,
  color: theme.vars.palette.text.primary,
});

export const Name = styled('span')(({ theme }) => nameText(theme));

/** It covers the whole row: each number opens the tasks behind it. */
export const NameLink = styled(Link)(({ theme }) => ({
  ...nameText(theme),
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: -2,
  },
}));

export const Email = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
}));

export const Lines = styled('div')({ gridArea: 'lines', minWidth: 0 });

const Figures = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'grid',
  textAlign: 'right',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
  '& strong': { color: theme.vars.palette.text.primary, fontWeight: 650, lineHeight: 1.25 },
}));

export const Level = styled(Figures)({
  gridArea: 'level',
  '& strong': { fontSize: '1.25rem', letterSpacing: '-0.02em' },
  // In one line of the list, the words stand before the number and not below it.
  [WIDE]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'baseline',
    columnGap: '0.5rem',
    '& strong': { gridArea: '1 / 2' },
    '& strong + span': { gridArea: '2 / 1 / 3 / 3' },
  },
});

export const Words = styled('span')({ fontWeight: 600, [WIDE]: { gridArea: '1 / 1' } });

/** Above the link of the row, so that it can be pointed at. */
export const FirstLook = styled('span')({
  position: 'relative',
  justifySelf: 'end',
  [WIDE]: { gridColumn: '1 / -1' },
});

/** Above the link of the row, so that its title shows the weeks. */
export const TrendCell = styled('div')({
  gridArea: 'trend',
  justifySelf: 'end',
  position: 'relative',
});
