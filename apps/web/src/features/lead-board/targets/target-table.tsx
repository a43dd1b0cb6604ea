import DeleteIcon from '~icons/ic/outline-delete';
import EditIcon from '~icons/ic/outline-edit';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import { HistoryButton } from '../../../crud/list/history-button';
import { formatCount, formatDays } from '../../../lib/format';
import type { Target } from '../api';
import { relativeWeek } from '../week/weeks';

interface TargetTableProps {
  targets: readonly Target[];
  thisWeek: string;
  onEdit: (target: Target) => void;
  onDelete: (target: Target) => void;
}

/** One row per target, with its buttons. */
export function TargetTable({ targets, thisWeek, onEdit, onDelete }: TargetTableProps) {
  return (
    <TableContainer>
      <Table
        size="small"
        sx={{
          '& tbody tr:last-child > *': { borderBottom: 0 },
          '& tr > *': { px: { xs: 0.5, sm: 2 } },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell>Week</TableCell>
            <TableCell align="right">Tasks a day</TableCell>
            <TableCell align="right">Turns a day</TableCell>
            <TableCell align="right" aria-label="Actions" />
          </TableRow>
        </TableHead>
        <TableBody>
          {targets.map((target) => {
            const week = formatDays(target.week_start_date, target.week_end_date);
            const relative = relativeWeek(target.week_start_date, thisWeek);
            return (
              <TableRow key={target.id}>
                <TableCell component="th" scope="row">
                  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
                    {week}
                    {relative !== null && <Chip size="small" label={relative} />}
                  </Box>
                </TableCell>
                <TableCell align="right">{formatCount(target.daily_tasks_target)}</TableCell>
                <TableCell align="right">{formatCount(target.daily_turns_target)}</TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap', width: '1%' }}>
                  <Tooltip title="Edit">
                    <IconButton
                      size="small"
                      aria-label={`Edit ${week}`}
                      onClick={() => onEdit(target)}
                    >
                      <EditIcon fontSize="small" />
                    </IconButton>
                  </Tooltip>
                  <HistoryButton entity="pod_weekly_target" id={String(target.id)} name={week} />
                  <Tooltip title="Delete">
                    <IconButton
                      size="small"
                      aria-label={`Delete ${week}`}
                      onClick={() => onDelete(target)}
                    >
                      <DeleteIcon fontSize="small" />
                    </IconButton>
                  </Tooltip>
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
