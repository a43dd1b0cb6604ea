import FilterIcon from '~icons/ic/outline-filter-alt';
import type { CrudMeta } from '@portal/contracts/crud';
import { lazy } from 'react';
import { PopoverButton } from '../../ui/popover-button';
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
  if (filterableFields(meta.fields).length === 0) return null;
  return (
    <PopoverButton
      label="Filters"
      icon={<FilterIcon />}
      count={conditions.length}
      title="Filters"
      width={720}
    >
      {(close) => (
        <FilterForm
          meta={meta}
          conditions={conditions}
          onApply={(next) => {
            onFilter(next);
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}
