import { TableBody, TableCell, TableFooter, TableRow, Typography } from '@mui/material';
import type { CustomStatResult, ResultGroup } from '@portal/contracts/custom-stats';
import { plural } from '../../../lib/format';
import { totalsSx } from '../../../tables/plain-table';
import { SafeCell } from '../../../tables/safe-cell';
import { usePages } from '../../../tables/use-pages';
import { Pager } from '../../../tables/pager';
import { Cell } from './cell';
import { nameOf } from './category-names';
import { alignOf, type Columns, DataRows, type Rows, ScrollingTable } from './result-table';
import { Row } from '../../../ui/layout';

/** Rows on a page of one group. */
const GROUP_ROWS = 5;
/** Groups on a page. */
const PAGE_GROUPS = 10;

interface GroupedTableProps {
  /** Accessible name. */
  label: string;
  columns: Columns;
  groups: readonly ResultGroup[];
  grandTotals: CustomStatResult['grand_totals'];
  /** How the totals are made, such as 'sum'. */
  method: string;
  /** The name of the column of the groups. */
  groupedBy: string | null;
}

/** The groups of an aggregated result, each with its subtotals, and the grand total. */
export function GroupedTable(props: GroupedTableProps) {
  const { label, columns, groups, grandTotals, method, groupedBy } = props;
  const { page, shown, setPage } = usePages(groups, PAGE_GROUPS);
  return (
    <>
      <ScrollingTable label={label} columns={columns}>
        {shown.map((group) => (
          <Group key={JSON.stringify(group.group_key)} {...{ group, columns, method, groupedBy }} />
        ))}
        {grandTotals && (
          <TableFooter sx={[totalsSx, grandSx]}>
            <TotalsRow columns={columns} totals={grandTotals} title={`Grand total (${method})`} />
          </TableFooter>
        )}
      </ScrollingTable>
      <Pager
        label={`the groups of ${label}`}
        page={page}
        size={PAGE_GROUPS}
        total={groups.length}
        onPage={setPage}
      />
    </>
  );
}

const grandSx = {
  '& .MuiTableCell-root': {
    fontSize: '0.875rem',
    backgroundColor: 'var(--portal-palette-surface-sunken)',
  },
};

interface GroupProps {
  group: ResultGroup;
  columns: Columns;
  method: string;
  groupedBy: string | null;
}

function Group({ group, columns, method, groupedBy }: GroupProps) {
  const { page, shown, setPage } = usePages(group.group_data, GROUP_ROWS);
  const by = columns.find((column) => column.name === groupedBy);
  const name = nameOf(group.group_key, by);
  return (
    <TableBody>
      <TableRow>
        <TableCell component="th" scope="rowgroup" colSpan={columns.length} sx={{ pt: 2.25 }}>
          <Row gap={1} sx={{ minHeight: 30 }}>
            <Typography variant="h4" component="span" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap sx={{ flex: 1 }}>
              {plural(group.row_count, 'row', 'rows')}
            </Typography>
            <Pager
              label={name}
              page={page}
              size={GROUP_ROWS}
              total={group.group_data.length}
              onPage={setPage}
            />
          </Row>
        </TableCell>
      </TableRow>
      <DataRows columns={columns} rows={shown} inWords />
      <TotalsRow columns={columns} totals={group.subtotals} title={`Subtotal (${method})`} />
    </TableBody>
  );
}

interface TotalsRowProps {
  columns: Columns;
  totals: Rows[number];
  title: string;
}

/** The title is in the first column without a total; if there is none, the total follows it. */
function TotalsRow({ columns, totals, title }: TotalsRowProps) {
  const free = Math.max(
    0,
    totals.findIndex((total) => total === null),
  );
  return (
    <TableRow sx={{ '& .MuiTableCell-root': { fontWeight: 650, color: 'text.primary' } }}>
      {columns.map((column, at) => {
        const total = totals[at] ?? null;
        return (
          <TableCell
            key={`${at} ${column.name}`}
            align={at === free ? 'left' : alignOf(column.type)}
            sx={{ whiteSpace: 'nowrap' }}
          >
            {at === free && <span>{title} </span>}
            {total !== null && (
              <SafeCell of={total}>{() => <Cell value={total} column={column} />}</SafeCell>
            )}
          </TableCell>
        );
      })}
    </TableRow>
  );
}
