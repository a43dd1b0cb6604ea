import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { useMemo } from 'react';
import { CategoryChart } from '../../../charts/category-chart';
import { Legend } from '../../../charts/legend';
import { Measured } from '../../../charts/measured';
import { formatCompact } from '../../../lib/format';
import { ChartEmpty } from '../../../ui/chart-empty';
import { chartDataOf } from './chart-data';
import { ResultDoughnut } from './result-doughnut';

interface ResultChartProps {
  name: string;
  result: CustomStatResult;
  kind: 'bar' | 'line' | 'doughnut';
}

const HEIGHT = 280;

/** A result as a chart. */
export default function ResultChart({ name, result, kind }: ResultChartProps) {
  const data = useMemo(() => chartDataOf(result), [result]);
  if (!data) {
    return (
      <ChartEmpty
        title="Nothing to draw"
        detail="A chart needs a column with numbers. The table shows this result."
      />
    );
  }
  const columns = data.series.map(({ label }) => label).join(', ');
  if (kind === 'doughnut') return <ResultDoughnut data={data} label={`${name}: ${columns}`} />;
  return (
    <>
      <Measured minHeight={HEIGHT}>
        {({ width, height }) => (
          <CategoryChart
            kind={kind}
            {...data}
            width={width}
            height={height}
            label={`${name}: ${columns}`}
            formatTick={formatCompact}
          />
        )}
      </Measured>
      <Legend series={data.series} />
    </>
  );
}
