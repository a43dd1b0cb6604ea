import MoveIcon from '~icons/ic/baseline-swap-vert';
import { Button } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../../ui/lazy-part';

const loadItems = async () => ({ default: (await import('./move-menu-items')).MoveMenuItems });
const MoveMenuItems = lazyPart(loadItems);

interface MoveMenuProps {
  summary: ImportSummary;
  /** Also names the file to screen readers. */
  named?: boolean;
}

/** Moves an import in the queue; nothing if it does not wait for a worker. */
export function MoveMenu({ summary, named = false }: MoveMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (summary.status !== 'queued') return null;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<MoveIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(named && { 'aria-label': `Move ${summary.file_name} in the queue`, size: 'small' })}
        onPointerEnter={() => void loadItems()}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Move
      </Button>
      <Suspense>
        {anchor && (
          <MoveMenuItems summary={summary} anchor={anchor} onClose={() => setAnchor(null)} />
        )}
      </Suspense>
    </>
  );
}
