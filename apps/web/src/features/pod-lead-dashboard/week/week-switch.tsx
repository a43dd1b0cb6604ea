import PreviousIcon from '~icons/ic/baseline-chevron-left';
import { formatZone } from '../../../lib/format';
import NextIcon from '~icons/ic/baseline-chevron-right';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useReportingZone } from '../../../entities/portal/use-today';
import { formatWeek, relativeWeek, weekNumber, weeksFrom } from './weeks';
import { Row } from '../../../ui/layout';

interface WeekSwitchProps {
  /** The Monday of the shown week. */
  week: string;
  thisWeek: string;
  /** Null for the current week. */
  onWeek: (week: string | null) => void;
}

/** The shown week with the time zone of its days, and buttons to the weeks around it. */
export function WeekSwitch({ week, thisWeek, onWeek }: WeekSwitchProps) {
  const zone = useReportingZone();
  const isCurrent = week === thisWeek;
  const to = (monday: string) => onWeek(monday === thisWeek ? null : monday);
  return (
    <Row role="group" aria-label="Week" wrap gap={0.5} sx={{ mb: 2 }}>
      <IconButton aria-label="Previous week" onClick={() => to(weeksFrom(week, -1))}>
        <PreviousIcon />
      </IconButton>
      <Box sx={{ minWidth: '11rem', textAlign: 'center' }} aria-live="polite">
        <Typography variant="h3" component="p">
          {formatWeek(week)}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {relativeWeek(week, thisWeek) ?? (week < thisWeek ? 'Past week' : 'Later week')} ·{' '}
          {weekNumber(week)} · {formatZone(zone)}
        </Typography>
      </Box>
      <IconButton aria-label="Next week" onClick={() => to(weeksFrom(week, 1))}>
        <NextIcon />
      </IconButton>
      {!isCurrent && (
        <Button variant="outlined" size="small" onClick={() => onWeek(null)} sx={{ ml: 1 }}>
          This week
        </Button>
      )}
    </Row>
  );
}
