import FilterAltIcon from '~icons/ic/baseline-filter-alt';
import FilterAltOutlinedIcon from '~icons/ic/outline-filter-alt';
import { Box, Chip, IconButton, Tooltip, Typography } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import { statusTitle } from '@portal/domain/statuses';
import { memo } from 'react';
import { SegmentBar } from '../../../charts/segment-bar';
import { formatBatchDay, plural, formatPercent } from '../../../lib/format';
import { TaskCount } from '../../../entities/tasks/by-number/task-count';
import { Instant } from '../../../ui/instant';
import { statusColor } from '../../../ui/status-color';
import { batchStatusColor } from '../../../entities/batches/batch-status-color';
import { rateColor } from '../../../ui/rate-color';
import { StatusDot } from '../../../ui/status-dot';
import { statusRows } from '../../../charts/status/statuses';
import { GoalBar } from '../../../ui/goal-bar';
import { Row } from '../../../ui/layout';

interface BatchRowProps {
  batch: Batch;
  /** Whether the batch filter includes this batch. */
  picked: boolean;
  onToggle: (id: number) => void;
}

/** One batch: its name, status and progress, and its tasks by status. */
export const BatchRow = memo(function BatchRow({ batch, picked, onToggle }: BatchRowProps) {
  const color = batchStatusColor(batch.status);
  const Filter = picked ? FilterAltIcon : FilterAltOutlinedIcon;
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        columnGap: { xs: 1.75, md: 3 },
        rowGap: 1.75,
        gridTemplateColumns: {
          xs: '1fr 1fr',
          md: 'minmax(200px, 1.5fr) minmax(110px, 1fr) minmax(110px, 1fr)',
          xl: 'minmax(240px, 1.5fr) minmax(130px, 1fr) minmax(130px, 1fr) minmax(300px, 2.2fr) 148px',
        },
        alignItems: 'center',
        px: 2.5,
        py: 2,
        borderTop: `1px solid ${theme.vars.palette.line.soft}`,
        boxShadow: picked ? `inset 3px 0 0 ${theme.vars.palette.primary.main}` : 'none',
        '&:hover': { backgroundColor: theme.vars.palette.surface.sunken },
      })}
    >
      <Row gap={1} sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <Tooltip title={picked ? 'Remove from the filter' : 'Filter by this batch'}>
          <IconButton
            size="small"
            aria-label={`Filter by ${batch.name}`}
            aria-pressed={picked}
            color={picked ? 'primary' : 'default'}
            onClick={() => onToggle(batch.turing_batch_id)}
            sx={{ ml: -0.75 }}
          >
            <Filter fontSize="small" />
          </IconButton>
        </Tooltip>
        <Box sx={{ minWidth: 0 }}>
          <Row wrap sx={{ columnGap: 1, rowGap: 0.5 }}>
            <Typography variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
              {batch.name}
            </Typography>
            {picked && <Chip size="small" color="primary" label="Selected" />}
          </Row>
          <Row gap={0.75} sx={{ typography: 'body2', color: 'text.secondary' }}>
            <StatusDot style={{ background: color }} />
            <span>{statusTitle(batch.status)}</span>
            <span aria-hidden>·</span>
            <TaskCount of={{ number: 'tasks', batch }} name={batch.name} count={batch.total_tasks}>
              {plural(batch.total_tasks, 'task', 'tasks')}
            </TaskCount>
          </Row>
        </Box>
      </Row>
      <RateBar label="Completion" rate={batch.completion_rate} color={statusColor('completed')} />
      <RateBar label="Review" rate={batch.review_rate} color={rateColor(batch.review_rate)} />
      <Breakdown batch={batch} />
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'row', md: 'column' },
          flexWrap: 'wrap',
          columnGap: 2,
          gridColumn: { xs: '1 / -1', md: 'auto' },
          justifySelf: { md: 'end', xl: 'start' },
          typography: 'caption',
          color: 'text.secondary',
        }}
      >
        <span>
          Created <Instant at={batch.created_at} format={formatBatchDay} />
        </span>
        <span>
          Updated <Instant at={batch.updated_at} format={formatBatchDay} />
        </span>
      </Box>
    </Box>
  );
});

function Breakdown({ batch }: { batch: Batch }) {
  const rows = statusRows(batch.by_status);
  return (
    <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', md: 'span 2', xl: 'auto' } }}>
      <SegmentBar segments={rows} />
      <Row
        component="ul"
        aria-label="Task status breakdown"
        wrap
        align="stretch"
        sx={{
          columnGap: 1.75,
          rowGap: 0.25,
          mt: 0.75,
          typography: 'caption',
          color: 'text.secondary',
        }}
      >
        {rows.map((row) => (
          <Row component="li" key={row.key} gap={0.75}>
            <StatusDot style={{ background: row.color }} />
            {row.label}
            <Box component="b" sx={{ color: 'text.primary', fontWeight: 600 }}>
              <TaskCount
                of={{ number: 'tasks', status: row.key, batch }}
                name={`${row.label}, ${batch.name}`}
                count={row.value}
              />
            </Box>
          </Row>
        ))}
      </Row>
    </Box>
  );
}

interface RateBarProps {
  label: string;
  /** Percent, 0..100. */
  rate: number;
  color: string;
}

/** A rate as a figure over a bar. */
function RateBar({ label, rate, color }: RateBarProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Row align="stretch" justify="space-between" sx={{ mb: 0.75, typography: 'caption' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {label}
        </Box>
        <Box component="span" sx={{ fontWeight: 650 }}>
          {formatPercent(rate)}
        </Box>
      </Row>
      <GoalBar label={label} done={rate} goal={100} color={color} />
    </Box>
  );
}
