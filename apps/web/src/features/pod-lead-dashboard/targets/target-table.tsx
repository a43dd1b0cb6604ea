import DeleteIcon from '~icons/ic/outline-delete';
import EditIcon from '~icons/ic/outline-edit';
import { Chip, IconButton, Tooltip, Typography } from '@mui/material';
import { HistoryButton } from '../../../lists/list/history-button';
import { formatCount, formatDay, formatDays } from '../../../lib/format';
import { PlainTable, type PlainColumn } from '../../../tables/plain-table';
import { visuallyHidden } from '../../../ui/visually-hidden';
import type { Target } from '../api';
import { relativeWeek } from '../week/weeks';
import { Row } from '../../../ui/layout';

interface TargetTableProps {
  targets: readonly Target[];
  thisWeek: string;
  onEdit: (target: Target) => void;
  onDelete: (target: Target) => void;
}

/** One row per target, with its buttons. */
export function TargetTable({ targets, ...options }: TargetTableProps) {
  return (
    <PlainTable
      label="Weekly targets"
      columns={columnsOf(options)}
      rows={targets}
      rowKey={({ id }) => id}
      sx={{
        '& tbody tr:last-child > *': { borderBottom: 0 },
        '& tr > *': { px: { xs: 0.5, sm: 2 } },
      }}
    />
  );
}

function columnsOf({
  thisWeek,
  onEdit,
  onDelete,
}: Omit<TargetTableProps, 'targets'>): PlainColumn<Target>[] {
  return [
    {
      head: 'Week',
      cell: (target) => {
        const relative = relativeWeek(target.week_start_date, thisWeek);
        return (
          <>
            <Row wrap gap={1}>
              {weekOf(target)}
              {relative !== null && <Chip size="small" label={relative} />}
            </Row>
            {target.user_email !== null && (
              <Typography variant="caption" color="textSecondary">
                Only for {target.user_email}
              </Typography>
            )}
          </>
        );
      },
    },
    {
      head: 'Tasks a day',
      cell: (target) => formatCount(target.daily_tasks_target),
      numeric: true,
    },
    {
      head: 'Turns a day',
      cell: (target) => formatCount(target.daily_turns_target),
      numeric: true,
    },
    {
      head: <span style={visuallyHidden}>Actions</span>,
      cell: (target) => (
        <>
          <Tooltip title="Edit">
            <IconButton
              size="small"
              aria-label={`Edit ${nameOfTarget(target)}`}
              onClick={() => onEdit(target)}
            >
              <EditIcon fontSize="small" />
            </IconButton>
          </Tooltip>
          <HistoryButton
            entity="pod_weekly_target"
            id={String(target.id)}
            name={nameOfTarget(target)}
          />
          <Tooltip title="Delete">
            <IconButton
              size="small"
              aria-label={`Delete ${nameOfTarget(target)}`}
              onClick={() => onDelete(target)}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </>
      ),
      numeric: true,
      sx: { whiteSpace: 'nowrap', width: '1%' },
    },
  ];
}

/** The days of a target: one week, or from a day on. */
export function weekOf({ week_start_date: start, week_end_date: end, repeats }: Target): string {
  return repeats ? `From ${formatDay(start)} until changed` : formatDays(start, end);
}

function nameOfTarget(target: Target): string {
  const { user_email: email } = target;
  return email === null ? weekOf(target) : `${weekOf(target)}, for ${email}`;
}
