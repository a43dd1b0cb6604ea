import type { Theme } from '@mui/material';
import { visuallyHidden } from '../ui/visually-hidden';

/**
 * The style of a plain table that is too wide for a phone: there the first column has a line of its own above
 * the others, and nothing is cut at the right.
 * @param tracks `grid-template-columns` of the other columns on a phone
 */
export const twoLineRows = (tracks: string) => (theme: Theme) => ({
  [theme.breakpoints.down('sm')]: {
    '&, & > thead, & > tbody': { display: 'block' },
    '& tr': { display: 'grid', gridTemplateColumns: tracks },
    '& .MuiTableCell-root': { px: 0.5, textAlign: 'left', whiteSpace: 'normal' },
    '& th[scope=row]': { gridColumn: '1 / -1', border: 0, pb: 0, fontWeight: 600 },
    // It would have the whole first line of the head.
    '& thead .MuiTableCell-root:first-of-type': visuallyHidden,
  },
});
