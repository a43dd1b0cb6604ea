import ViewsIcon from '~icons/ic/outline-bookmark-border';
import type { CrudMeta } from '@portal/contracts/crud';
import { lazy } from 'react';
import { PopoverButton } from '../../ui/popover-button';

const ViewsPanel = lazy(() => import('./views-panel'));

/** Opens the saved views of a list in a popover. */
export function ViewsButton({ meta, table }: { meta: CrudMeta; table: string }) {
  return (
    <PopoverButton label="Views" icon={<ViewsIcon />} title="Saved views" width={360}>
      {(close) => <ViewsPanel base={meta.base} table={table} onClose={close} />}
    </PopoverButton>
  );
}
