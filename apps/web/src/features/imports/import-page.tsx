import ArrowBackIcon from '~icons/ic/baseline-arrow-back';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import { Link, useParams } from 'react-router';
import Typography from '@mui/material/Typography';
import type { ImportSummary } from '@portal/contracts/imports';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { HistoryLink } from '../../crud/list/history-link';
import { paths } from '../../lib/paths';
import { PageHeader } from '../../ui/page-header';
import { ImportCountTiles, countsText, issuesText } from './import-counts';
import { ImportErrors } from './import-errors';
import { ImportRunning } from './import-running';
import { hasEnded } from './import-progress';
import { useImport } from './api';
import { FailureAlert } from '../../ui/failure';
import { QueryView } from '../../ui/query-view';
import { messageOf } from '../../lib/api-error';
import { RunAgain } from './run-again';
import { formatBytes, formatCount, formatDuration } from '../../lib/format';
import { StatusChip } from './status-chip';
import { Instant } from '../../ui/instant';
import { olderText } from './older/older-text';
import { ChangedTasks } from './sample/changed-tasks';
import { UndoneImport } from './undo/undone-import';
import { UndoOutcome } from './undo/undo-outcome';
import { UndoSection } from './undo/undo-section';
import { importTitle } from './undo/undo-text';
import { UPLOAD_FAILED } from './upload';

/** One import: its progress while it runs, then its result. */
export function ImportPage() {
  const { importId = '' } = useParams();
  const { summary, waitsFor, errors, fields, sample, error, refetch } = useImport(importId);
  return (
    <>
      <Button
        component={Link}
        to={paths.adminTasks}
        startIcon={<ArrowBackIcon />}
        sx={{ mb: 1, ml: -1 }}
      >
        Tasks
      </Button>
      <PageHeader
        title={summary ? importTitle(summary) : 'Import'}
        subtitle={summary && <Subtitle summary={summary} />}
        actions={summary && <HistoryLink entity="task_import" id={summary.import_id} />}
      />
      <QueryView
        query={{ data: summary, error, refetch }}
        pending={<Skeleton variant="rounded" height={220} />}
        renderFailure={(failure, onRetry) => (
          <FailureAlert title={messageOf(failure, '')} onRetry={onRetry} />
        )}
      >
        {(found) => (
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
            <Card>
              <CardContent
                sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}
              >
                {!hasEnded(found) && <ImportRunning summary={found} waitsFor={waitsFor} />}
                {found.undoes === null ? (
                  <ImportOutcome summary={found} />
                ) : (
                  <UndoOutcome summary={found} />
                )}
                {found.tasks_imported && found.undoes === null && (
                  <ImportCountTiles counts={found.tasks_imported} older={found.older_count} />
                )}
                <ChangedTasks summary={found} sample={sample} />
                <ImportErrors summary={found} errors={errors} fields={fields} />
                <RunAgain summary={found} />
              </CardContent>
            </Card>
            <UndoSection summary={found} />
            <ImportFacts summary={found} />
          </Box>
        )}
      </QueryView>
    </>
  );
}

/** What the import is; an undo names what it undoes. */
function Subtitle({ summary }: { summary: ImportSummary }) {
  if (summary.undoes !== null) return <UndoneImport summary={summary} importId={summary.undoes} />;
  return summary.dry_run ? 'Preview: nothing is written' : 'Import of tasks';
}

/** Uploader, file, time and options of an import. */
function ImportFacts({ summary }: { summary: ImportSummary }) {
  const isUndo = summary.undoes !== null;
  const facts = [
    { name: 'State', value: <StatusChip status={summary.status} /> },
    { name: isUndo ? 'Asked for by' : 'Uploaded by', value: summary.uploaded_by },
    { name: isUndo ? 'Asked for' : 'Uploaded', value: <Instant at={summary.created_at} /> },
    { name: 'Took', value: tookText(summary) },
    ...(isUndo ? [] : fileFacts(summary)),
  ];
  return (
    <Card
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
        gap: 2.5,
        m: 0,
        p: 2.5,
      }}
    >
      {facts.map(({ name, value }) => (
        <Box key={name} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Card>
  );
}

/** The format of the file, and how CSV was read; an undo has no file. */
function formatFacts({ undoes, format, columns, empty }: ImportSummary) {
  if (undoes !== null) return [];
  if (format === 'json') return [{ name: 'Format', value: 'JSON' }];
  const mapped = Object.entries(columns ?? {}).map(([header, field]) => (
    <div key={header}>{`${header || 'Without a header'} → ${field ?? 'ignored'}`}</div>
  ));
  return [
    { name: 'Format', value: 'CSV' },
    { name: 'Empty cells', value: empty === 'clear' ? 'Clear values' : 'Keep values' },
    { name: 'Columns', value: mapped.length === 0 ? 'Named as the fields' : mapped },
  ];
}

/** An undo has no file. */
function fileFacts(summary: ImportSummary) {
  return [
    { name: 'Size', value: formatBytes(summary.bytes_total) },
    { name: 'Rows', value: formatCount(summary.rows_total ?? summary.rows_done) },
    {
      name: 'Invalid rows',
      value: summary.on_error === 'skip' ? 'Skipped' : 'Stop the import',
    },
    {
      name: 'Tasks newer than their row',
      value: summary.on_older === 'skip' ? 'Left as they are' : 'Changed all the same',
    },
    ...formatFacts(summary),
    { name: 'SHA-256', value: summary.sha256 },
  ];
}

function tookText({ started_at, finished_at }: ImportSummary): string {
  if (started_at === null) return 'Not started';
  if (finished_at === null) return 'Under way';
  return formatDuration((Date.parse(finished_at) - Date.parse(started_at)) / 1000);
}

/** The result of an import; nothing while it runs. */
function ImportOutcome({ summary }: { summary: ImportSummary }) {
  switch (summary.status) {
    case 'queued':
    case 'running':
      return null;
    case 'completed':
      return summary.dry_run ? (
        <Alert severity="info" role="status">
          <AlertTitle>Preview complete</AlertTitle>
          Nothing was stored. An import would have these counts.
          <Issues summary={summary} />
        </Alert>
      ) : (
        <Alert severity={summary.error_count > 0 ? 'warning' : 'success'} role="status">
          <AlertTitle>Import successful!</AlertTitle>
          {summary.tasks_imported && countsText(summary.tasks_imported)}
          <Issues summary={summary} />
        </Alert>
      );
    case 'failed':
      return (
        <Alert severity="error">
          <AlertTitle>
            {summary.dry_run ? 'The file would not be imported' : 'Import failed'}
          </AlertTitle>
          {summary.failure?.detail ?? UPLOAD_FAILED}
          {!summary.dry_run && <div>Nothing has been imported.</div>}
        </Alert>
      );
    case 'cancelled':
      return (
        <Alert severity="warning" role="status">
          <AlertTitle>{summary.dry_run ? 'Preview cancelled' : 'Import cancelled'}</AlertTitle>
          {summary.dry_run ? 'Nothing has been written.' : 'Nothing has been imported.'}
        </Alert>
      );
  }
}

function Issues({ summary }: { summary: ImportSummary }) {
  const texts = [issuesText(summary), olderText(summary)].filter((text) => text !== '');
  return texts.map((text) => <div key={text}>{text}</div>);
}
