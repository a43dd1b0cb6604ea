import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { formatCount, formatDay } from '../../../lib/format';
import { activityTotal, type ActivityRow } from './activity';
import { footerSx } from '../../../ui/footer-style';

/** Days with activity, newest first; a total if there is more than one. */
export function ActivityTable({ rows }: { rows: readonly ActivityRow[] }) {
  const total = activityTotal(rows);
  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 320 }}>
      <TableContainer
        sx={{ position: 'absolute', inset: 0, overflow: 'auto' }}
        tabIndex={0}
        role="region"
        aria-label="Activity by day"
      >
        <Table
          size="small"
          stickyHeader
          aria-label="Activity timeline"
          sx={{ '& .MuiTableCell-root': { px: 1 } }}
        >
          <TableHead>
            <TableRow sx={{ '& .MuiTableCell-root': { backgroundColor: 'background.paper' } }}>
              <TableCell>Date</TableCell>
              <TableCell align="right">Completed</TableCell>
              <TableCell align="right">Reviewed</TableCell>
              <TableCell align="right">In Progress</TableCell>
              <TableCell align="right">Total Activity</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.date} hover>
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                  {formatDay(row.date)}
                </TableCell>
                <Counts row={row} />
              </TableRow>
            ))}
          </TableBody>
          {rows.length > 1 && (
            <TableFooter
              sx={(theme) => ({
                '& .MuiTableCell-root': {
                  ...footerSx['& .MuiTableCell-root'],
                  position: 'sticky',
                  bottom: 0,
                  whiteSpace: 'nowrap',
                  backgroundColor: 'background.paper',
                  borderTop: `1px solid ${theme.vars.palette.line.strong}`,
                },
              })}
            >
              <TableRow>
                <TableCell component="th" scope="row">
                  Total ({rows.length} days)
                </TableCell>
                <Counts row={total} />
              </TableRow>
            </TableFooter>
          )}
        </Table>
      </TableContainer>
    </Box>
  );
}

function Counts({ row }: { row: Omit<ActivityRow, 'date'> }) {
  return [row.completed, row.reviewed, row.inProgress, row.total].map((value, column) => (
    <TableCell key={column} align="right">
      {formatCount(value)}
    </TableCell>
  ));
}
