import { Box, Typography } from '@mui/material';
import { SegmentBar } from '../../charts/segment-bar';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { VALIDATIONS } from '../../entities/tasks/validation';
import { statusColor } from '../../ui/status-color';
import { StatusDot } from '../../ui/status-dot';
import { Row } from '../../ui/layout';

interface ValidationBarProps {
  byStatus: Readonly<Record<string, number>>;
  /** The model of these tasks, '' for none, and its title. */
  model: string;
  title: string;
}

/** Tasks by validation status. */
export function ValidationBar({ byStatus, model, title: modelTitle }: ValidationBarProps) {
  const parts = VALIDATIONS.map(({ status, title, like }) => ({
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
            {title}{' '}
            <strong>
              <TaskCount
                of={{
                  number: 'tasks',
                  target_model: model,
                  validation_status: key === 'none' ? '' : key,
                }}
                name={`${title}, ${modelTitle}`}
                count={value}
              />
            </strong>
          </Row>
        ))}
      </Row>
    </Box>
  );
}
