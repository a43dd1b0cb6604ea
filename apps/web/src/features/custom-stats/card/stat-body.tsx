import { Alert, Box, Skeleton, Typography } from '@mui/material';
import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { Suspense } from 'react';
import { plural } from '../../../lib/format';
import { VanishingButton } from '../../../ui/vanishing-button';
import { failureOf, failureOfProblem } from '../query-failure';
import { GroupedTable } from '../views/grouped-table';
import { ResultTable } from '../views/result-table';
import { Idle, NoData, QueryError, Running } from './card-states';
import { BODY_HEIGHT } from '../stats-grid';
import type { StatCardProps } from './card-props';
import { lazyPart } from '../../../ui/lazy-part';

const ResultChart = lazyPart(() => import(/* at once */ '../views/result-chart'));

/** The result of a statistic, or why there is none. */
export function StatBody(props: StatCardProps) {
  const { stat, state, view, paused, onRun, onCancel } = props;
  const { outcome, failure, running } = state;
  const run = () => onRun(stat);
  if (outcome === undefined) {
    if (running) return <Running view={view} onCancel={() => onCancel(stat)} />;
    if (failure === null) return <Idle onRun={run} />;
    return <QueryError failure={failureOf(failure, 'Failed to execute query')} onRun={run} />;
  }
  if (outcome.error !== null) {
    const { detail, errors } = outcome.error;
    return <QueryError failure={failureOfProblem(detail, errors)} onRun={run} />;
  }
  return (
    <>
      {failure && (
        <NotUpdated text={failureOf(failure, 'Failed to execute query').text} onRun={run} />
      )}
      {!failure && paused && <NotUpdated text="The last run was cancelled" onRun={run} />}
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          flex: 1,
          minHeight: view === 'table' ? 0 : BODY_HEIGHT[view],
        }}
      >
        {outcome.row_count === 0 ? <NoData /> : <Result {...props} result={outcome} />}
        <Footnote result={outcome} />
      </Box>
    </>
  );
}

/** The result on the screen is not the newest. */
function NotUpdated({ text, onRun }: { text: string; onRun: () => void }) {
  return (
    <Alert
      severity="warning"
      sx={{ mb: 1.5 }}
      action={
        <VanishingButton color="inherit" size="small" onClick={onRun}>
          Run again
        </VanishingButton>
      }
    >
      {text}
    </Alert>
  );
}

function Result({ stat, view, result }: StatCardProps & { result: CustomStatResult }) {
  const { columns, data, aggregated_data: groups, grand_totals: grandTotals } = result;
  const groupedBy = stat.aggregation_column;
  if (view !== 'table') {
    return (
      <Suspense fallback={<Skeleton variant="rounded" sx={{ flex: 1 }} />}>
        <ResultChart name={stat.name} result={result} kind={view} groupedBy={groupedBy} />
      </Suspense>
    );
  }
  if (groups === null) return <ResultTable label={stat.name} columns={columns} rows={data} />;
  const method = stat.aggregation_method;
  return (
    <GroupedTable label={stat.name} {...{ columns, groups, grandTotals, method, groupedBy }} />
  );
}

function Footnote({ result }: { result: CustomStatResult }) {
  const { row_count, truncated } = result;
  if (row_count === 0) return null;
  return (
    <Box sx={{ mt: 'auto', pt: 1.5 }}>
      <Typography variant="caption" color={truncated ? 'warning' : 'textSecondary'}>
        {truncated
          ? `First ${plural(row_count, 'row', 'rows')}; the CSV and JSON of the table have all of them`
          : plural(row_count, 'row', 'rows')}
      </Typography>
    </Box>
  );
}
