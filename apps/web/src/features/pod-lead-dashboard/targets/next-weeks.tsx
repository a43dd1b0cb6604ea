import { Box, Button, Typography } from '@mui/material';
import { formatCount } from '../../../lib/format';
import { FailureAlert } from '../../../ui/failure';
import { Row } from '../../../ui/layout';
import { useTargets } from '../api';
import { formatWeek, weeksFrom } from '../week/weeks';
import { targetOf } from './week-options';

interface NextWeeksProps {
  podName: string;
  /** Monday. */
  thisWeek: string;
  onSet: (monday: string) => void;
}

/** The targets of the weeks to come; one that is missing can be set. */
export function NextWeeks({ podName, thisWeek, onSet }: NextWeeksProps) {
  const list = useTargets(podName);
  const targets = list.data?.items;
  if (!targets && !list.isError) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="subtitle2" component="h3" sx={{ mb: targets ? 0 : 1 }}>
        Next weeks
      </Typography>
      {targets ? (
        [1, 2, 3].map((weeks) => {
          const monday = weeksFrom(thisWeek, weeks);
          const target = targetOf(monday, targets);
          return (
            <Row key={monday} justify="space-between" gap={1} sx={{ minHeight: 32 }}>
              <Typography variant="body2">{formatWeek(monday)}</Typography>
              {target ? (
                <Typography variant="body2" color="textSecondary">
                  {formatCount(target.daily_tasks_target)} tasks or{' '}
                  {formatCount(target.daily_turns_target)} turns a day
                </Typography>
              ) : (
                <Button
                  size="small"
                  aria-label={`Set target of ${formatWeek(monday)}`}
                  onClick={() => onSet(monday)}
                >
                  Set target
                </Button>
              )}
            </Row>
          );
        })
      ) : (
        <FailureAlert
          title="The targets of the next weeks could not be loaded"
          onRetry={() => void list.refetch()}
        />
      )}
    </Box>
  );
}
