import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { CustomStatResult, ResultGroup } from '@portal/contracts/custom-stats';
import { useId, useState } from 'react';
import { plural } from '../../../lib/format';
import { footerSx } from '../../../ui/footer-style';
import { Pager } from '../../../ui/pager';
import { Cell } from './cell';
import { cellText } from './cell-text';
import {
  alignOf,
  type Columns,
  DataRows,
  PagedRows,
  type Rows,
  ScrollingTable,
} from './result-table';

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
}

/** The groups of an aggregated result, each with its subtotals, and the grand total. */
export function GroupedTable({ label, columns, groups, grandTotals, method }: GroupedTableProps) {
  const [wanted, setPage] = useState(0);
  const page = Math.min(wanted, Math.max(0, Math.ceil(groups.length / PAGE_GROUPS) - 1));
  const shown = groups.slice(page * PAGE_GROUPS, (page + 1) * PAGE_GROUPS);
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {shown.map((group) => (
        <Group key={cellText(group.group_key)} {...{ group, columns, method }} />
      ))}
      <Pager
        label={`the groups of ${label}`}
        page={page}
        size={PAGE_GROUPS}
        total={groups.length}
        onPage={setPage}
      />
      {grandTotals && <GrandTotals {...{ label, columns, totals: grandTotals, method }} />}
    </Box>
  );
}

interface GroupProps {
  group: ResultGroup;
  columns: Columns;
  method: string;
}

function Group({ group, columns, method }: GroupProps) {
  const id = useId();
  const name = group.group_key === null ? 'null' : cellText(group.group_key);
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 0.5 }}>
        <Typography id={id} variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="caption" color="textSecondary" noWrap>
          {plural(group.row_count, 'row', 'rows')}
        </Typography>
      </Box>
      <PagedRows label={name} rows={group.group_data} size={GROUP_ROWS}>
        {(rows) => (
          <ScrollingTable label={name} columns={columns}>
            <DataRows columns={columns} rows={rows} />
            <TableFooter sx={footerSx}>
              <TotalsRow {...{ columns, totals: group.subtotals, title: `Subtotal (${method})` }} />
            </TableFooter>
          </ScrollingTable>
        )}
      </PagedRows>
    </Box>
  );
}

interface GrandTotalsProps {
  label: string;
  columns: Columns;
  totals: Rows[number];
  method: string;
}

/** A table of its own, since groups are on several pages. */
function GrandTotals({ label, columns, totals, method }: GrandTotalsProps) {
  return (
    <TableContainer
      sx={(theme) => ({
        borderRadius: 2,
        backgroundColor: theme.vars.palette.surface.sunken,
        border: `1px solid ${theme.vars.palette.line.soft}`,
      })}
    >
      <Table size="small" aria-label={`Grand total of ${label}`}>
        <TableHead>
          <TableRow>
            {columns.map(({ name, type }, at) => (
              <TableCell key={`${at} ${name}`} align={alignOf(type)}>
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody sx={footerSx}>
          <TotalsRow {...{ columns, totals, title: `Grand total (${method})` }} />
        </TableBody>
      </Table>
    </TableContainer>
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
    <TableRow>
      {columns.map(({ name, type }, at) => {
        const total = totals[at] ?? null;
        return (
          <TableCell
            key={`${at} ${name}`}
            align={at === free ? 'left' : alignOf(type)}
            sx={{ overflowWrap: 'anywhere' }}
          >
            {at === free && <Box component="span">{title} </Box>}
            {total !== null && <Cell value={total} />}
          </TableCell>
        );
      })}
    </TableRow>
  );
}
