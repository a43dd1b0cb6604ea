import { MAX_FILTER_TEXT, type CrudMeta, type FieldMeta } from '@portal/contracts/crud';
import { FilterButton } from '../filters/filter-button';
import { FilterChips } from '../filters/filter-chips';
import type { Condition } from '../filters/conditions';
import { ExportButton } from './export-button';
import { selectionQuery, type ListState } from './list-state';
import { ViewsButton } from '../views/views-button';
import { SearchField } from '../../ui/inputs/search-field';

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
  const searched = meta.fields.filter(({ searchable }) => searchable);
  return (
    <>
      {searched.length > 0 && (
        <SearchField
          label={`Search ${meta.label_plural.toLowerCase()}`}
          placeholder={searchHint(searched)}
          maxLength={MAX_FILTER_TEXT}
          value={state.search}
          onSearch={onSearch}
        />
      )}
      <FilterButton meta={meta} conditions={state.filters} onFilter={onFilter} />
      <ViewsButton meta={meta} table={table} />
      <ExportButton meta={meta} query={selectionQuery(state)} />
      <FilterChips meta={meta} conditions={state.filters} onFilter={onFilter} />
    </>
  );
}

/** 'Search by email or name' */
function searchHint(fields: readonly FieldMeta[]): string {
  const names = fields.map(({ label }) => label.toLowerCase());
  return `Search by ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)}`;
}
