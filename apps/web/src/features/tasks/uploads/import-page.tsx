import ArrowBackIcon from '~icons/ic/baseline-arrow-back';
import { Button, Card, CardContent, Skeleton } from '@mui/material';
import { Link, useParams } from 'react-router';
import type { ImportSummary } from '@portal/contracts/imports';
import { HistoryLink } from '../../../crud/list/history-link';
import { paths } from '../../../lib/paths';
import { PageHeader } from '../../../ui/page-header';
import { ImportCountTiles } from './import-counts';
import { ImportErrors } from './import-errors';
import { ImportFacts } from './import-facts';
import { ImportRunning } from './import-running';
import { hasNumbers } from '../../../live/pushed-imports';
import { useImport } from './api';
import { FailureAlert } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';
import { messageOf } from '../../../lib/api-error';
import { RunAgain } from './run-again';
import { ConfirmQuestion } from './confirm/confirm-question';
import { PreviewQuestion } from './confirm/preview-question';
import { OpenDashboard } from './open-dashboard';
import { ChangedTasks } from './sample/changed-tasks';
import { UndoneImport } from './undo/undone-import';
import { ImportOutcome } from './import-outcome';
import { UndoSection } from './undo/undo-section';
import { importTitle } from './undo/undo-text';
import { Columns } from '../../../ui/layout';

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
          // What was asked or clicked on the page of one import is not of another.
          <Columns key={found.import_id} gap={3}>
            <Card>
              <CardContent
                sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}
              >
                {!hasNumbers(found) && <ImportRunning summary={found} waitsFor={waitsFor} />}
                {found.status === 'unconfirmed' && <ConfirmQuestion summary={found} />}
                <ImportOutcome summary={found} />
                <PreviewQuestion summary={found} />
                <OpenDashboard summary={found} />
                <ImportCountTiles summary={found} />
                <ChangedTasks summary={found} sample={sample} />
                <ImportErrors summary={found} errors={errors} fields={fields} />
                <RunAgain summary={found} />
              </CardContent>
            </Card>
            <UndoSection summary={found} />
            <ImportFacts summary={found} />
          </Columns>
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
