import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { Doughnut } from '../doughnut';
import { formatCount, formatPercent } from '../../lib/format';
import { statusColor } from '../../ui/status-color';
import { AnimatedNumber } from '../../ui/animated-number';
import { StatusDot } from '../../ui/status-dot';
import type { StatusRow } from './statuses';

interface StatusDoughnutProps {
  rows: readonly StatusRow[];
  total: number;
  /** Accessible description of the chart. */
  label: string;
}

const SIZE = 196;

/** The doughnut with a legend of all figures; pointing at a slice or its legend highlights both. */
export function StatusDoughnut({ rows, total, label }: StatusDoughnutProps) {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const slices = useMemo(
    () =>
      rows.map((row) => ({ key: row.status, value: row.count, color: statusColor(row.status) })),
    [rows],
  );
  const shown = rows.find((row) => row.status === highlighted);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        columnGap: 3,
        rowGap: 2,
        flex: 1,
      }}
    >
      <Doughnut
        data={slices}
        size={SIZE}
        label={label}
        highlighted={shown?.status ?? null}
        onHighlight={setHighlighted}
      >
        <Typography sx={{ fontSize: '1.5rem', fontWeight: 650, letterSpacing: '-0.02em' }}>
          <AnimatedNumber value={shown?.count ?? total} format={formatCount} />
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ maxWidth: 116 }}>
          {shown?.title ?? 'Tasks'}
        </Typography>
      </Doughnut>
      <Box component="ul" sx={{ flex: '1 1 250px', maxWidth: 380, m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row) => (
          <Box
            key={row.status}
            component="li"
            onPointerEnter={() => setHighlighted(row.status)}
            onPointerLeave={() => setHighlighted(null)}
            sx={(theme) => ({
              display: 'grid',
              gridTemplateColumns: 'auto 1fr auto 50px',
              alignItems: 'center',
              columnGap: 1,
              px: 1,
              py: 0.625,
              borderRadius: 1,
              typography: 'body2',
              '&:hover': { backgroundColor: theme.vars.palette.surface.sunken },
            })}
          >
            <StatusDot style={{ background: statusColor(row.status) }} />
            <span>{row.title}</span>
            <Box component="span" sx={{ fontWeight: 600 }}>
              {formatCount(row.count)}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary', textAlign: 'right' }}>
              {formatPercent(row.percentage)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
