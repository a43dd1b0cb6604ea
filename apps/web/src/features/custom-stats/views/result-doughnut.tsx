import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { Doughnut } from '../../../charts/doughnut';
import { seriesColor } from '../../../charts/palette';
import { formatPercent, plural } from '../../../lib/format';
import { StatusDot } from '../../../ui/status-dot';
import type { ChartData } from './chart-data';

const SIZE = 188;
/** More slices than this cannot be told apart; the rest is one slice. */
const MAX_SLICES = 24;

interface Slice {
  readonly key: string;
  readonly label: string;
  /** Exact; empty for the rest. */
  readonly text: string;
  readonly value: number;
  readonly color: string;
}

/** The first numeric column as shares, with a legend. Negative values have no share. */
export function ResultDoughnut({ data, label }: { data: ChartData; label: string }) {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const slices = useMemo(() => slicesOf(data), [data]);
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  const shown = slices.find(({ key }) => key === highlighted);
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
        highlighted={shown?.key ?? null}
        onHighlight={setHighlighted}
      >
        <Typography
          sx={{ fontWeight: 650, fontSize: '1.125rem', maxWidth: 108, overflowWrap: 'anywhere' }}
        >
          {shown?.text ?? data.series[0]?.label}
        </Typography>
        <Typography variant="caption" color="textSecondary" noWrap sx={{ maxWidth: 108 }}>
          {shown?.label ?? plural(data.labels.length, 'value', 'values')}
        </Typography>
      </Doughnut>
      <Box
        component="ul"
        // A long legend scrolls, also by keyboard.
        tabIndex={0}
        aria-label={`Legend of ${label}`}
        sx={{
          flex: '1 1 200px',
          minWidth: 0,
          maxWidth: 380,
          maxHeight: 260,
          overflowY: 'auto',
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {slices.map((slice) => (
          <Box
            key={slice.key}
            component="li"
            onPointerEnter={() => setHighlighted(slice.key)}
            onPointerLeave={() => setHighlighted(null)}
            sx={(theme) => ({
              display: 'grid',
              gridTemplateColumns: 'auto minmax(0, 1fr) auto 50px',
              alignItems: 'center',
              columnGap: 1,
              px: 1,
              py: 0.5,
              borderRadius: 1,
              typography: 'body2',
              '&:hover': { backgroundColor: theme.vars.palette.surface.sunken },
            })}
          >
            <StatusDot style={{ background: slice.color }} />
            <Box component="span" title={slice.label} sx={{ overflowWrap: 'anywhere' }}>
              {slice.label}
            </Box>
            <Box component="span" sx={{ fontWeight: 600 }}>
              {slice.text}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary', textAlign: 'right' }}>
              {whole > 0 && formatPercent((slice.value / whole) * 100)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function slicesOf({ labels, series: [first] }: ChartData): Slice[] {
  const all = labels.map((label, index): Slice => ({
    key: String(index),
    label,
    text: first?.texts[index] ?? '',
    value: Math.max(0, first?.values[index] ?? 0),
    color: seriesColor(index),
  }));
  if (all.length <= MAX_SLICES) return all;
  const rest = all.slice(MAX_SLICES - 1);
  const value = rest.reduce((sum, slice) => sum + slice.value, 0);
  const other = { key: 'rest', label: `${rest.length} others`, text: '', value };
  return [...all.slice(0, MAX_SLICES - 1), { ...other, color: seriesColor(MAX_SLICES - 1) }];
}
