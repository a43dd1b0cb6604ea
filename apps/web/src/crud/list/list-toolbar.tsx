import type { CrudMeta } from '@portal/contracts/crud';
import { FilterButton } from '../filters/filter-button';
import { FilterChips } from '../filters/filter-chips';
import type { Condition } from '../filters/conditions';
import { ExportButton } from './export-button';
import type { ListState } from './list-state';
import { ViewsButton } from '../views/views-button';
import { SearchField } from './search-field';

interface ListToolbarProps {
  meta: CrudMeta;
  /** Name of the table. */
  table: string;
  state: ListState;
  onSearch: (text: string) => void;
  onFilter: (conditions: readonly Condition[]) => void;
}

/** Search, filters, saved views and download of a list. */
export function ListToolbar({ meta, table, state, onSearch, onFilter }: ListToolbarProps) {
  const isSearchable = meta.fields.some(({ searchable }) => searchable);
  return (
    <>
      {isSearchable && (
        <SearchField
          label={`Search ${meta.label_plural.toLowerCase()}`}
          value={state.search}
          onSearch={onSearch}
        />
      )}
      <FilterButton meta={meta} conditions={state.filters} onFilter={onFilter} />
      <ViewsButton meta={meta} table={table} />
      <ExportButton meta={meta} state={state} />
      <FilterChips meta={meta} conditions={state.filters} onFilter={onFilter} />
    </>
  );
}
