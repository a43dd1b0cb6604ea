import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { percentShares } from '@portal/domain/rates';
import { Fragment, useMemo } from 'react';
import { Typography } from '@mui/material';
import { MeasuredChart } from '../../../charts/category-chart';
import { Legend } from '../../../charts/legend';
import { formatCompact, formatCount, plural } from '../../../lib/format';
import { ChartEmpty } from '../../../ui/chart-empty';
import { byUnit, type ChartData, chartDataOf } from './chart-data';
import { LegendDoughnut, type NamedValue } from '../../../charts/legend-doughnut';
import { seriesColor } from '../../../charts/palette';

interface ResultChartProps {
  name: string;
  result: CustomStatResult;
  kind: 'bar' | 'line' | 'doughnut';
  /** The column of the groups of an aggregated result. */
  groupedBy: string | null;
}

const HEIGHT = 280;
/** Of each of several charts. */
const LOW_HEIGHT = 160;

/** A result as a chart; series of different units have one each. */
export default function ResultChart({ name, result, kind, groupedBy }: ResultChartProps) {
  const data = useMemo(() => chartDataOf(result, groupedBy), [result, groupedBy]);
  if (!data) {
    return (
      <ChartEmpty
        title="Nothing to draw"
        detail="A chart needs a column with amounts, not only names, years or ids. The table shows this result."
      />
    );
  }
  if (kind === 'doughnut') {
    return <ResultDoughnut data={data} label={`${name}: ${columnsOf(data.series)}`} />;
  }
  const units = byUnit(data.series);
  return units.map((series) => (
    <Fragment key={series[0]?.key}>
      <MeasuredChart
        minHeight={units.length === 1 ? HEIGHT : LOW_HEIGHT}
        kind={kind}
        labels={data.labels}
        {...(data.ticks && { ticks: data.ticks })}
        series={series}
        label={`${name}: ${columnsOf(series)}`}
        formatTick={formatCompact}
      />
      <Legend series={series} />
    </Fragment>
  ));
}

function columnsOf(series: ChartData['series']): string {
  return series.map(({ label }) => label).join(', ');
}

/** More slices than this cannot be told apart; the rest is one slice, without a text. */
const MAX_SLICES = 24;

/** The first numeric column as shares, with a legend. Negative values have no share. */
function ResultDoughnut({ data, label }: { data: ChartData; label: string }) {
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

function slicesOf({ labels, colors, series: [first] }: ChartData): NamedValue[] {
  const values = labels.map((_, index) => Math.max(0, first?.values[index] ?? 0));
  const drawn = labels.length <= MAX_SLICES ? labels.length : MAX_SLICES - 1;
  const slices = labels.slice(0, drawn).map((label, index) => ({
    ...{ key: String(index), label, text: first?.texts[index] ?? '' },
    value: values[index] ?? 0,
  }));
  if (drawn < labels.length) {
    const label = `${formatCount(labels.length - drawn)} others`;
    slices.push({ key: 'rest', label, text: '', value: sumOf(values.slice(drawn)) });
  }
  const shares = percentShares(slices.map(({ value }) => value));
  const isEmpty = sumOf(values) === 0;
  return slices.map((slice, index) => ({
    ...slice,
    percentage: isEmpty ? null : (shares[index] ?? null),
    color: (index < drawn ? colors?.[index] : undefined) ?? seriesColor(index),
  }));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
