import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { useEffect, useRef } from 'react';
import { plural } from '../../../lib/format';
import { NoData, QueryError } from '../card/card-states';
import type { QueryFailure } from '../query-failure';
import { ResultTable } from '../views/result-table';

/** Rows that a test run shows. */
const TEST_ROWS = 5;

interface TestResultProps {
  result: CustomStatResult | undefined;
  failure: QueryFailure | undefined;
}

/** What the last test run of a query returned. */
export function TestResult({ result, failure }: TestResultProps) {
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
