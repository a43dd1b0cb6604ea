import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { Fragment, useMemo } from 'react';
import { CategoryChart } from '../../../charts/category-chart';
import { Legend } from '../../../charts/legend';
import { Measured } from '../../../charts/measured';
import { formatCompact } from '../../../lib/format';
import { ChartEmpty } from '../../../ui/chart-empty';
import { byUnit, type ChartData, chartDataOf } from './chart-data';
import { ResultDoughnut } from './result-doughnut';

interface ResultChartProps {
  name: string;
  result: CustomStatResult;
  kind: 'bar' | 'line' | 'doughnut';
}

const HEIGHT = 280;
/** Of each of several charts. */
const LOW_HEIGHT = 160;

/** A result as a chart; series of different units have one each. */
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
  if (kind === 'doughnut') {
    return <ResultDoughnut data={data} label={`${name}: ${columnsOf(data.series)}`} />;
  }
  const units = byUnit(data.series);
  return units.map((series) => (
    <Fragment key={series[0]?.key}>
      <Measured minHeight={units.length === 1 ? HEIGHT : LOW_HEIGHT}>
        {({ width, height }) => (
          <CategoryChart
            kind={kind}
            labels={data.labels}
            series={series}
            width={width}
            height={height}
            label={`${name}: ${columnsOf(series)}`}
            formatTick={formatCompact}
          />
        )}
      </Measured>
      <Legend series={series} />
    </Fragment>
  ));
}

function columnsOf(series: ChartData['series']): string {
  return series.map(({ label }) => label).join(', ');
}
