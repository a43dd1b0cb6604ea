import { MAX_FILTER_TEXT } from '@portal/contracts/constants';
import type { ListMeta, FieldMeta } from '@portal/contracts/lists';
import FilterIcon from '~icons/ic/outline-filter-alt';
import ViewsIcon from '~icons/ic/outline-bookmark-border';
import { FilterChips } from '../filters/filter-chips';
import type { Condition } from '../filters/conditions';
import { ExportButton } from './export-button';
import { selectionQuery, type ListState } from '../list-state';
import { SearchField } from '../../ui/inputs/search-field';
import { PopoverButton } from '../../ui/popover-button';
import { filterableFields } from '../filters/drafts';
import { lazyPart } from '../../ui/lazy-part';

interface ListToolbarProps {
  meta: ListMeta;
  /** Name of the table. */
  table: string;
  state: ListState;
  /** Also with the conditions of the page. */
  asked: ListState;
  onSearch: (text: string) => void;
  onFilter: (conditions: readonly Condition[]) => void;
}

/** Search, filters, saved views and download of a list. */
export function ListToolbar({ meta, table, state, asked, onSearch, onFilter }: ListToolbarProps) {
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
      <ExportButton meta={meta} query={selectionQuery(asked)} />
      <FilterChips meta={meta} conditions={state.filters} onFilter={onFilter} />
    </>
  );
}

/** 'Search by email or name' */
function searchHint(fields: readonly FieldMeta[]): string {
  const names = fields.map(({ label }) => label.toLowerCase());
  return `Search by ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)}`;
}

const FilterForm = lazyPart(() => import('../filters/filter-form'));

interface FilterButtonProps {
  meta: ListMeta;
  conditions: readonly Condition[];
  onFilter: (conditions: readonly Condition[]) => void;
}

/** Opens the conditions of a list in a popover. */
function FilterButton({ meta, conditions, onFilter }: FilterButtonProps) {
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

const ViewsPanel = lazyPart(() => import('../views/views-panel'));

/** Opens the saved views of a list in a popover. */
function ViewsButton({ meta, table }: { meta: ListMeta; table: string }) {
  return (
    <PopoverButton label="Views" icon={<ViewsIcon />} title="Saved views" width={360}>
      {(close) => <ViewsPanel base={meta.base} table={table} onClose={close} />}
    </PopoverButton>
  );
}
