import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { LegendDoughnut, type LegendSlice } from '../../../charts/legend-doughnut';
import { seriesColor } from '../../../charts/palette';
import { formatCount, plural } from '../../../lib/format';
import type { ChartData } from './chart-data';

/** More slices than this cannot be told apart; the rest is one slice, without a text. */
const MAX_SLICES = 24;

/** The first numeric column as shares, with a legend. Negative values have no share. */
export function ResultDoughnut({ data, label }: { data: ChartData; label: string }) {
  const slices = useMemo(() => slicesOf(data), [data]);
  return (
    <LegendDoughnut
      slices={slices}
      label={label}
      size={188}
      renderCenter={(shown) => (
        <>
          <Typography
            sx={{ fontWeight: 650, fontSize: '1.125rem', maxWidth: 108, overflowWrap: 'anywhere' }}
          >
            {shown?.text ?? data.series[0]?.label}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap sx={{ maxWidth: 108 }}>
            {shown?.label ?? plural(data.labels.length, 'value', 'values')}
          </Typography>
        </>
      )}
    />
  );
}

function slicesOf({ labels, series: [first] }: ChartData): LegendSlice[] {
  const values = labels.map((_, index) => Math.max(0, first?.values[index] ?? 0));
  const whole = sumOf(values);
  const all = labels.map((label, index) => {
    const value = values[index] ?? 0;
    return sliceOf(String(index), label, first?.texts[index] ?? '', value, index);
  });
  if (all.length <= MAX_SLICES) return all;
  const drawn = MAX_SLICES - 1;
  const others = `${formatCount(all.length - drawn)} others`;
  return [...all.slice(0, drawn), sliceOf('rest', others, '', sumOf(values.slice(drawn)), drawn)];

  function sliceOf(key: string, label: string, text: string, value: number, index: number) {
    const percentage = whole > 0 ? (value / whole) * 100 : null;
    return { key, label, text, value, percentage, color: seriesColor(index) };
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
