import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { Theme } from '@mui/material/styles';
import { SegmentBar } from '../segment-bar';
import { formatCount, formatPercent } from '../../lib/format';
import { statusColor } from '../../ui/status-color';
import { footerSx } from '../../ui/footer-style';
import { StatusDot } from '../../ui/status-dot';
import type { StatusRow } from './statuses';

/** Narrow screens have no room for the bars. */
const progressSx = (theme: Theme) => ({ [theme.breakpoints.down('sm')]: { display: 'none' } });

const cellsSx = { '& td, & th': { px: { xs: 1, sm: 2 } } };

/** Tasks by status as a table with a total. */
export function StatusTable({ rows, total }: { rows: readonly StatusRow[]; total: number }) {
  return (
    <TableContainer>
      <Table size="small" aria-label="Task status distribution" sx={cellsSx}>
        <TableHead>
          <TableRow>
            <TableCell>Status</TableCell>
            <TableCell align="right">Count</TableCell>
            <TableCell align="right">Percentage</TableCell>
            <TableCell sx={[progressSx, { width: '28%' }]}>Progress</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.status} hover>
              <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
                  <StatusDot style={{ background: statusColor(row.status) }} />
                  {row.title}
                </Box>
              </TableCell>
              <TableCell align="right">{formatCount(row.count)}</TableCell>
              <TableCell align="right">{formatPercent(row.percentage)}</TableCell>
              <TableCell sx={progressSx}>
                <SegmentBar
                  segments={[
                    { key: 'part', value: row.percentage, color: statusColor(row.status) },
                    { key: 'rest', value: 100 - row.percentage, color: 'transparent' },
                  ]}
                />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableFooter sx={footerSx}>
          <TableRow>
            <TableCell component="th" scope="row">
              Total
            </TableCell>
            <TableCell align="right">{formatCount(total)}</TableCell>
            <TableCell align="right">{formatPercent(100)}</TableCell>
            <TableCell sx={progressSx} />
          </TableRow>
        </TableFooter>
      </Table>
    </TableContainer>
  );
}
