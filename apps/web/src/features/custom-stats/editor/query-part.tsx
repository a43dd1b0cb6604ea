import PlayIcon from '~icons/ic/baseline-play-arrow';
import { Box, Button, FormHelperText, Skeleton, Typography } from '@mui/material';
import { Suspense, useId, useEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { NO_FILTERS, type ProjectFilters } from '../../../entities/batches/filters';
import { ParameterFilters } from '../../../entities/batches/parameter-filters';
import { usesBatches, valuesFor } from '../../../entities/batches/parameters';
import { useBatches } from '../../../entities/batches/use-batches';
import { useProjectUpdates } from '../../../live/live-query';
import { parametersIn } from './placeholders';
import { failureOf, type QueryFailure } from '../query-failure';
import { usePreview } from '../run-api';
import { useReportingSchema } from '../api';
import type { StatValues } from './stat-values';
import { plural } from '../../../lib/format';
import { NoData, QueryError } from '../card/card-states';
import { ResultTable } from '../views/result-table';
import { lazyPart } from '../../../ui/lazy-part';
import { Columns, Row } from '../../../ui/layout';

const SqlEditor = lazyPart(() => import('./sql-editor'));

interface QueryPartProps {
  projectId: number;
  /** The last failure to save; it may be about the query. */
  refusal: unknown;
  /** The query has changed, so failures are not about it any more. */
  onEdit: () => void;
}

/** The query of a statistic with a test run. */
export function QueryPart({ projectId, refusal, onEdit }: QueryPartProps) {
  const { control, trigger } = useFormContext<StatValues>();
  const { field, fieldState } = useController({ control, name: 'sql_query' });
  const schema = useReportingSchema();
  const preview = usePreview(projectId);
  const parameters = parametersIn(field.value);
  const batches = useBatches(projectId, useProjectUpdates(projectId), usesBatches(parameters));
  const [filters, setFilters] = useState(NO_FILTERS);
  const values = valuesFor(parameters, filters, batches.data?.batches.length);
  const labelId = useId();
  const helpId = useId();

  const previewFailure =
    preview.error && !preview.isPending
      ? failureOf(preview.error, 'Failed to execute query preview')
      : undefined;
  const failure = previewFailure ?? (refusal === null ? undefined : failureOf(refusal, ''));

  async function test(): Promise<void> {
    if (await trigger('sql_query')) preview.mutate({ sqlQuery: field.value, values });
  }
  function filter(change: Partial<ProjectFilters>): void {
    // What a test run said is of the filters before.
    if (!preview.isIdle) preview.stop();
    setFilters((now) => ({ ...now, ...change }));
  }
  function edit(text: string): void {
    // What a test run said, or will say, is about the query before.
    if (!preview.isIdle) preview.stop();
    onEdit();
    field.onChange(text);
  }

  return (
    <Columns component="section" aria-labelledby={labelId} gap={1} sx={{ minWidth: 0 }}>
      <Row wrap gap={1}>
        <Typography id={labelId} variant="h4" component="h3" sx={{ flex: 1 }}>
          SQL query
        </Typography>
        <Typography variant="caption" color="textSecondary">
          Ctrl+Enter
        </Typography>
        <Button
          size="small"
          variant="outlined"
          startIcon={<PlayIcon />}
          loading={preview.isPending}
          onClick={() => void test()}
        >
          Test Query
        </Button>
        {preview.isPending && (
          <Button size="small" onClick={preview.stop}>
            Cancel Query
          </Button>
        )}
      </Row>
      <Suspense fallback={<Skeleton variant="rounded" height={220} />}>
        <SqlEditor
          value={field.value}
          onChange={edit}
          onBlur={field.onBlur}
          onRun={() => void test()}
          problem={problemOf(failure)}
          schema={schema.data}
          invalid={fieldState.invalid}
          describedBy={helpId}
        />
      </Suspense>
      <FormHelperText id={helpId} error={fieldState.invalid} sx={{ mx: 0 }}>
        {fieldState.error?.message ??
          'One SELECT or WITH query. {{ project_id }} stands for the current project, {{ start_date }}, {{ end_date }} and {{ batch_ids }} for the filters of the page, null without one. Ctrl+Space completes.'}
      </FormHelperText>
      {parameters.length > 0 && (
        <ParameterFilters
          parameters={parameters}
          batches={batches.isPending ? undefined : (batches.data?.batches ?? [])}
          filters={filters}
          onChange={filter}
        />
      )}
      <TestResult result={preview.data} failure={previewFailure} />
    </Columns>
  );
}

function problemOf(failure: QueryFailure | undefined) {
  if (failure?.position === undefined) return undefined;
  return { position: failure.position, text: failure.text };
}

/** Rows that a test run shows. */
const TEST_ROWS = 5;

interface TestResultProps {
  result: CustomStatResult | undefined;
  failure: QueryFailure | undefined;
}

/** What the last test run of a query returned. */
function TestResult({ result, failure }: TestResultProps) {
  const box = useRef<HTMLDivElement>(null);
  // It is below the editor, and may be out of sight.
  useEffect(() => {
    if (result || failure) box.current?.scrollIntoView({ block: 'nearest' });
  }, [result, failure]);
  return (
    <Box ref={box} aria-live="polite" sx={{ minWidth: 0 }}>
      {failure ? <QueryError failure={failure} /> : result && <Preview result={result} />}
    </Box>
  );
}

function Preview({ result }: { result: CustomStatResult }) {
  const { columns, data, row_count: count, truncated } = result;
  if (count === 0) return <NoData />;
  const rows = data.slice(0, TEST_ROWS);
  const all = truncated
    ? `more than ${plural(count, 'row', 'rows')}`
    : plural(count, 'row', 'rows');
  return (
    <>
      <ResultTable label="Test result" columns={columns} rows={rows} />
      <Typography variant="caption" color="textSecondary">
        {count > TEST_ROWS ? `First ${TEST_ROWS} of ${all}` : all} ·{' '}
        {Math.round(result.execution_time_ms)} ms
      </Typography>
    </>
  );
}
