import { Box, Typography } from '@mui/material';
import { SegmentBar } from '../../charts/segment-bar';
import { formatCount } from '../../lib/format';
import { statusColor } from '../../ui/status-color';
import { StatusDot } from '../../ui/status-dot';
import { Row } from '../../ui/layout';

/** The words for each validation status, and the task status with the same colour. */
const STATUSES = [
  { status: 'passed', title: 'Passed', like: 'completed' },
  { status: 'pending', title: 'Pending', like: 'pending' },
  { status: 'failed', title: 'Failed', like: 'rework' },
  { status: 'none', title: 'Not validated', like: 'other' },
] as const;

/** The words for the validation status of a task; null if it has none. */
export function validationTitle(status: string | null): string {
  return STATUSES.find((known) => known.status === (status ?? 'none'))?.title ?? String(status);
}

/** Tasks by validation status. */
export function ValidationBar({ byStatus }: { byStatus: Readonly<Record<string, number>> }) {
  const parts = STATUSES.map(({ status, title, like }) => ({
    key: status,
    title,
    value: byStatus[status] ?? 0,
    color: statusColor(like),
  })).filter(({ value }) => value > 0);
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" color="textSecondary" sx={{ mb: 0.75 }}>
        Validation
      </Typography>
      <SegmentBar segments={parts} />
      <Row component="ul" wrap align="stretch" sx={{ columnGap: 2, m: 0, mt: 1, p: 0 }}>
        {parts.map(({ key, title, value, color }) => (
          <Row key={key} component="li" gap={0.75} sx={{ typography: 'caption' }}>
            <StatusDot style={{ background: color }} />
            {title} <strong>{formatCount(value)}</strong>
          </Row>
        ))}
      </Row>
    </Box>
  );
}
