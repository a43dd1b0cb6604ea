import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { useMemo } from 'react';
import { CategoryChart } from '../../../charts/category-chart';
import { Measured } from '../../../charts/measured';
import { ChartEmpty } from '../../../ui/chart-empty';
import { StatusDot } from '../../../ui/status-dot';
import { chartDataOf } from './chart-data';
import { ResultDoughnut } from './result-doughnut';

interface ResultChartProps {
  name: string;
  result: CustomStatResult;
  kind: 'bar' | 'line' | 'doughnut';
}

const HEIGHT = 280;
const tick = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

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
            formatTick={(value) => tick.format(value)}
          />
        )}
      </Measured>
      <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, m: 0, mt: 1, p: 0 }}>
        {data.series.map(({ key, label, color }) => (
          <Box key={key} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <StatusDot style={{ background: color }} />
            <Typography variant="caption" color="textSecondary">
              {label}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}
