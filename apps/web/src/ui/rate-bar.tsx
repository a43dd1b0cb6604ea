import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { formatPercent } from '../lib/format';

interface RateBarProps {
  label: string;
  /** Percent, 0..100. */
  rate: number;
  color: string;
}

/** A rate as a figure over a bar. */
export function RateBar({ label, rate, color }: RateBarProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        sx={{ display: 'flex', justifyContent: 'space-between', mb: 0.75, typography: 'caption' }}
      >
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {label}
        </Box>
        <Box component="span" sx={{ fontWeight: 650 }}>
          {formatPercent(rate)}
        </Box>
      </Box>
      <LinearProgress
        variant="determinate"
        value={rate}
        aria-label={label}
        sx={(theme) => ({
          backgroundColor: theme.vars.palette.line.soft,
          '& .MuiLinearProgress-bar': { backgroundColor: color, borderRadius: 999 },
        })}
      />
    </Box>
  );
}
