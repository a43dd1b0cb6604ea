import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import { useMemo } from 'react';
import { plural } from '../../../lib/format';
import { DataTable } from '../../../ui/table/data-table';
import { lineColumns } from './line-columns';
import type { Line } from './plan';
import { type Onboarding, openLines } from './use-onboarding';

interface OnboardingPreviewProps {
  onboarding: Onboarding;
  running: boolean;
  onRun: () => void;
  /** Goes back to the form. */
  onEdit: () => void;
  /** Goes back to the form with an empty list. */
  onNext: () => void;
}

/** What onboarding does for each line, and then its result. */
export function OnboardingPreview(props: OnboardingPreviewProps) {
  const { onboarding, running, onRun, onEdit, onNext } = props;
  const { choice, lines, results } = onboarding;
  const columns = useMemo(() => lineColumns(choice, results), [choice, results]);
  const kinds = Object.values(results).map(({ kind }) => kind);
  const failed = kinds.filter((kind) => kind === 'failed').length;
  const done = kinds.filter((kind) => kind === 'done').length;
  const open = openLines(lines, results).length;
  const isStarted = kinds.length > 0;
  return (
    <Card sx={{ p: 2.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Box sx={{ flex: '1 1 260px' }} aria-live="polite">
          {isStarted ? (
            <Alert severity={running ? 'info' : failed > 0 ? 'warning' : 'success'}>
              {running && 'Leave this page open until all lines are done. '}
              {plural(done, 'user is', 'users are')} onboarded
              {failed > 0 && `, ${plural(failed, 'line', 'lines')} failed`}.
            </Alert>
          ) : (
            <Alert severity={open > 0 ? 'info' : 'warning'}>{summaryOf(lines, open)}</Alert>
          )}
        </Box>
        {(!isStarted || failed > 0) && (
          <Button disabled={running} onClick={onEdit}>
            Back
          </Button>
        )}
        {open > 0 || running ? (
          <Button variant="contained" loading={running} onClick={onRun}>
            {isStarted
              ? `Retry ${plural(failed, 'failed line', 'failed lines')}`
              : `Onboard ${plural(open, 'user', 'users')}`}
          </Button>
        ) : (
          <Button variant="contained" onClick={onNext}>
            Onboard more
          </Button>
        )}
      </Box>
      {running && (
        <LinearProgress
          variant="determinate"
          aria-label="Onboarding"
          value={(100 * (done + failed)) / Math.max(1, done + failed + open)}
          sx={{ mb: 2 }}
        />
      )}
      <DataTable
        name="onboarding"
        label="Lines of the list"
        columns={columns}
        rows={lines}
        rowId={({ number }) => String(number)}
        empty={null}
      />
    </Card>
  );
}

function summaryOf(lines: readonly Line[], open: number): string {
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length;
  const parts = [
    `${count('new')} new`,
    `${count('known')} known`,
    `${count('invalid')} invalid`,
    ...(count('repeated') > 0 ? [`${count('repeated')} repeated`] : []),
  ];
  const nothing = open === 0 ? ' There is nothing to do.' : '';
  return `${plural(lines.length, 'line', 'lines')}: ${parts.join(', ')}.${nothing}`;
}
