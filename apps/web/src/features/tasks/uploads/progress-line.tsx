import { Box, LinearProgress, Typography } from '@mui/material';
import { Row } from '../../../ui/layout';

interface ProgressLineProps {
  label: string;
  /** 0 to 1. */
  share: number;
  facts: readonly string[];
}

/** A progress bar with its name above and details below. */
export function ProgressLine({ label, share, facts }: ProgressLineProps) {
  const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
  return (
    <Box>
      <Row align="stretch" justify="space-between" sx={{ mb: 0.75 }}>
        <Typography variant="subtitle2">{label}</Typography>
        <Typography variant="subtitle2" color="textSecondary">
          {percent}%
        </Typography>
      </Row>
      <LinearProgress variant="determinate" value={percent} aria-label={label} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75, minHeight: '1.5em' }}>
        {facts.join(' · ')}
      </Typography>
    </Box>
  );
}
