import { Box, LinearProgress, Typography } from '@mui/material';

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
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 0.75 }}>
        <Typography variant="subtitle2">{label}</Typography>
        <Typography variant="subtitle2" color="textSecondary">
          {percent}%
        </Typography>
      </Box>
      <LinearProgress variant="determinate" value={percent} aria-label={label} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75, minHeight: '1.5em' }}>
        {facts.join(' · ')}
      </Typography>
    </Box>
  );
}
