import Box from '@mui/material/Box';
import { formatPercent } from '../lib/format';
import { GoalBar } from './goal-bar';

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
      <GoalBar label={label} done={rate} goal={100} color={color} />
    </Box>
  );
}
