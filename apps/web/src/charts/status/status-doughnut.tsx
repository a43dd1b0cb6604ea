import { Typography } from '@mui/material';
import { formatCount } from '../../lib/format';
import { LegendDoughnut } from '../legend-doughnut';
import type { StatusRow } from './statuses';

interface StatusDoughnutProps {
  rows: readonly StatusRow[];
  total: number;
  /** Accessible description of the chart. */
  label: string;
  /** Shows the tasks of a status. */
  onStatus?: ((status: string) => void) | undefined;
}

/** The statuses of tasks as shares. */
export function StatusDoughnut({ rows, total, label, onStatus }: StatusDoughnutProps) {
  return (
    <LegendDoughnut
      slices={rows}
      label={label}
      size={196}
      onOpen={onStatus}
      renderCenter={(shown) => (
        <>
          <Typography sx={{ fontSize: '1.5rem', fontWeight: 650, letterSpacing: '-0.02em' }}>
            {formatCount(shown?.value ?? total)}
          </Typography>
          <Typography variant="caption" color="textSecondary" sx={{ maxWidth: 116 }}>
            {shown?.label ?? 'Tasks'}
          </Typography>
        </>
      )}
    />
  );
}
