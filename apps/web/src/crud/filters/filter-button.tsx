import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import type { CrudMeta } from '@portal/contracts/crud';
import { lazy, Suspense, useState } from 'react';
import type { Condition } from './conditions';
import { filterableFields } from './drafts';

const FilterForm = lazy(() => import('./filter-form'));

interface FilterButtonProps {
  meta: CrudMeta;
  conditions: readonly Condition[];
  onFilter: (conditions: readonly Condition[]) => void;
}

/** Opens the conditions of a list in a popover. */
export function FilterButton({ meta, conditions, onFilter }: FilterButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  if (filterableFields(meta.fields).length === 0) return null;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={
          <Badge badgeContent={conditions.length} color="primary" overlap="circular">
            <FilterIcon />
          </Badge>
        }
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 38 }}
      >
        Filters
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Filters',
            sx: { width: 720, maxWidth: 'calc(100vw - 32px)', mt: 0.5 },
          },
        }}
      >
        <Suspense>
          <FilterForm
            meta={meta}
            conditions={conditions}
            onApply={(next) => {
              onFilter(next);
              close();
            }}
          />
        </Suspense>
      </Popover>
    </>
  );
}
