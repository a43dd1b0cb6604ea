import InboxIcon from '~icons/ic/outline-inbox';
import { Box, Button, Card, CardContent } from '@mui/material';
import type { ListedItem, ListMeta } from '@portal/contracts/lists';
import { useMemo, type ReactNode } from 'react';
import { useUrlState } from '../../lib/url-state';
import { useDrawn } from '../../lib/use-drawn';
import { MessagePanel } from '../../ui/message-panel';
import { DataTable } from '../../tables/data-table';
import { itemName, keyOf } from '../fields/field-rules';
import type { OpenDialog } from '../../ui/dialogs/use-dialog';
import { bulkOperations } from '../bulk/bulk-operations';
import { SelectionBar } from '../bulk/selection-bar';
import { useRowSelection } from '../bulk/use-row-selection';
import type { Condition } from '../filters/conditions';
import { useItems } from '../api';
import { LIST_PARAMS, pageQuery, sortOf, type ListState } from '../list-state';
import { ListFailure } from '../../tables/list-failure';
import { ListToolbar } from './list-toolbar';
import { RowActions } from './row-actions';
import { whyEmpty } from './why-empty';
import { useColumns, type Cells, type IsShown } from './use-columns';
import { useErrorToast } from './use-error-toast';

/** Draws something around the table, with its page of items. */
export type Around = (
  table: ReactNode,
  items: readonly ListedItem[] | undefined,
  pages: { page: number; size: number; total: number; onPage: (page: number) => void },
) => ReactNode;

interface ListTableProps {
  meta: ListMeta;
  cells?: Cells | undefined;
  isShown?: IsShown | undefined;
  around?: Around | undefined;
  /** More buttons of a row. */
  actions?: ((item: ListedItem) => ReactNode) | undefined;
  /** The page with the history of an item, instead of its changes in the audit. */
  historyPath?: ((key: string) => string) | undefined;
  /** Buttons of a row after all others. */
  lastActions?: (item: ListedItem) => ReactNode;
  /** The text for a list that could not be loaded. */
  failed?: string;
  /** Conditions of the page, beside those of the user. */
  conditions?: readonly Condition[];
  onOpen: OpenDialog;
}

const NONE: readonly Condition[] = [];

/** The table of a list with search, filters, order and pages; its state is in the URL. */
export function ListTable({
  meta,
  cells,
  isShown,
  around = (table) => table,
  actions,
  historyPath,
  lastActions,
  failed = 'Error loading items',
  conditions = NONE,
  onOpen,
}: ListTableProps) {
  const [state, setState] = useUrlState(LIST_PARAMS);
  const asked = useMemo(
    () => ({ ...state, filters: [...conditions, ...state.filters] }),
    [state, conditions],
  );
  const query = useMemo(() => pageQuery(asked), [asked]);
  const list = useItems(meta, query);
  const { error, refetch } = list;
  const drawn = useDrawn(list, query);
  const data = drawn?.data;
  // The name under which browsers keep the choices of each list.
  const table = `crud${meta.base}`;
  const columns = useColumns(meta, data?.items, cells, isShown);
  useErrorToast(error, failed);

  /** Another selection starts at its first page. */
  function select(change: Partial<ListState>, replace = false): void {
    setState({ ...change, page: 1 }, { replace });
  }
  const rowActions = useMemo(
    () => (item: ListedItem) => (
      <>
        {actions?.(item)}
        <RowActions {...{ meta, item, historyPath, onOpen }} name={itemName(meta, item)} />
        {lastActions?.(item)}
      </>
    ),
    [meta, onOpen, actions, historyPath, lastActions],
  );
  const rows = useRowSelection(meta, state, data);
  const pages = { page: state.page - 1, size: state.size, total: data?.total ?? 0 };
  const clear = () => select({ search: '', filters: [] });

  return (
    // Not clipped, so that the bar of the selection can stay in view.
    <Card component="section" aria-label={meta.label_plural} sx={{ overflow: 'visible' }}>
      <CardContent>
        {around(
          <DataTable
            name={table}
            label={meta.label_plural}
            columns={columns}
            hiddenColumns={state.hide}
            onHideColumns={(hide) => state.hide !== null && setState({ hide }, { replace: true })}
            rows={data?.items}
            rowId={(item) => keyOf(meta, item)}
            sort={sortOf(meta, state)}
            onSort={({ id, order }) => select({ sort_by: id, sort_order: order })}
            paging={{
              by: 'server',
              ...pages,
              estimated: data?.total_is_estimate ?? false,
              onPage: (page) => setState({ page: page + 1 }),
              onSize: (size) => select({ size }),
            }}
            actions={rowActions}
            {...(bulkOperations(meta).canSelect && { selection: rows.boxes })}
            refreshing={drawn?.isOld ?? false}
            error={
              error && <ListFailure error={error} failed={failed} onRetry={() => void refetch()} />
            }
            empty={<EmptyList {...{ meta, state, total: data?.total ?? 0 }} onClear={clear} />}
            toolbar={
              <ListToolbar
                meta={meta}
                table={table}
                state={state}
                asked={asked}
                onSearch={(search) => select({ search }, true)}
                onFilter={(filters) => select({ filters })}
              />
            }
          />,
          data?.items,
          { ...pages, onPage: (page) => setState({ page: page + 1 }, { replace: true }) },
        )}
        <SelectionBar
          {...{ meta, state, rows }}
          total={data?.total ?? 0}
          estimated={data?.total_is_estimate ?? false}
        />
      </CardContent>
    </Card>
  );
}

interface EmptyListProps {
  meta: ListMeta;
  state: ListState;
  total: number;
  onClear: () => void;
}

function EmptyList({ meta, state, total, onClear }: EmptyListProps) {
  const [, setState] = useUrlState(LIST_PARAMS);
  const name = meta.label_plural.toLowerCase();
  if (total > 0) {
    return (
      <MessagePanel
        icon={InboxIcon}
        title="Nothing on this page"
        detail={`The list ends before page ${state.page}.`}
        action={<Button onClick={() => setState({ page: 1 })}>Go to page 1</Button>}
      />
    );
  }
  if (state.search === '' && state.filters.length === 0) {
    return <MessagePanel icon={InboxIcon} title={`No ${name} yet`} detail={whyEmpty(meta)} />;
  }
  const id = searchedId(meta, state);
  return (
    <MessagePanel
      icon={InboxIcon}
      title={`No ${name} found`}
      detail="Nothing matches the search and the filters."
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
          {id && (
            <Button
              variant="outlined"
              onClick={() =>
                setState({ search: '', filters: [...state.filters, id.condition], page: 1 })
              }
            >
              {id.label}
            </Button>
          )}
          <Button onClick={onClear}>Clear search and filters</Button>
        </Box>
      }
    />
  );
}

/** The search reads texts; a number may be the id of an item. */
function searchedId(meta: ListMeta, { search }: ListState) {
  const text = search.trim();
  const key = meta.fields.find(({ name }) => name === meta.primary_key);
  if (!key || key.hidden || key.type !== 'integer' || !/^\d{1,15}$/.test(text)) return undefined;
  const condition: Condition = { field: key.name, operator: 'eq', value: Number(text) };
  return { label: `Filter by ${key.label} ${text}`, condition };
}
