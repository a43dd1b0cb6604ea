import ViewsIcon from '@mui/icons-material/BookmarkBorderOutlined';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import type { CrudMeta } from '@portal/contracts/crud';
import { lazy, Suspense, useState } from 'react';

const ViewsPanel = lazy(() => import('./views-panel'));

/** Opens the saved views of a list in a popover. */
export function ViewsButton({ meta, table }: { meta: CrudMeta; table: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<ViewsIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 38 }}
      >
        Views
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Saved views',
            sx: { width: 360, maxWidth: 'calc(100vw - 32px)', mt: 0.5 },
          },
        }}
      >
        <Suspense>
          <ViewsPanel base={meta.base} table={table} onClose={close} />
        </Suspense>
      </Popover>
    </>
  );
}
