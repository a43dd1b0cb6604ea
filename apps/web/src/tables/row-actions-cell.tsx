import MoreIcon from '~icons/ic/baseline-more-vert';
import { IconButton, styled, TableCell, type Theme } from '@mui/material';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../ui/lazy-part';

const RowActionsMenu = lazyPart(async () => (await import('./row-actions-menu')).RowActionsMenu);

/**
 * The actions of a row. They cover the last columns only while the row is pointed at, or has the
 * focus of the keyboard. The button in their place opens them for touch; the keyboard does not stop at it,
 * because it reaches the actions themselves.
 */
export function RowActionsCell({ children }: { children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <TableCell data-actions sx={actionsCellSx}>
      <IconButton
        size="small"
        tabIndex={-1}
        aria-label="Actions of the row"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: 'text.secondary' }}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Bar>{children}</Bar>
      <Suspense>
        {anchor && (
          <RowActionsMenu anchor={anchor} onClose={() => setAnchor(null)}>
            {children}
          </RowActionsMenu>
        )}
      </Suspense>
    </TableCell>
  );
}

const SHOWN = { opacity: 1, clipPath: 'none' };

const Bar = styled('div')({
  position: 'absolute',
  insetBlock: 0,
  right: 0,
  display: 'flex',
  alignItems: 'center',
  paddingInline: 8,
  backgroundColor: 'inherit',
  opacity: 0,
  // A finger must not press what it does not see.
  '@media (any-pointer: coarse)': { clipPath: 'inset(50%)' },
  '@media (hover: hover)': { 'tr:hover &': SHOWN },
  'tr:has(:focus-visible) &': SHOWN,
});

/** The actions stay at the right edge while the table scrolls sideways. */
export const actionsSx = ({ vars: { palette } }: Theme) =>
  ({
    position: 'sticky',
    right: 0,
    width: '1%',
    px: 0.5,
    py: 0,
    textAlign: 'right',
    whiteSpace: 'nowrap',
    bgcolor: 'background.paper',
    // A shadow on the columns that the actions cover, until the table is scrolled to its end.
    '@supports (animation-timeline: scroll())': {
      '@keyframes covers-columns': { '0%, 98%': { opacity: 1 }, '100%': { opacity: 0 } },
      '&::before': {
        content: '""',
        position: 'absolute',
        insetBlock: 0,
        right: '100%',
        width: 16,
        borderRight: `1px solid ${palette.line.soft}`,
        backgroundImage: `linear-gradient(to left, ${palette.line.soft}, transparent)`,
        pointerEvents: 'none',
        opacity: 0,
        animation: 'covers-columns linear',
        animationTimeline: 'scroll(nearest inline)',
      },
    },
  }) as const;

const actionsCellSx = [actionsSx, { zIndex: 1 }] as const;
