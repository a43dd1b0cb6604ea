import ArrowBackIcon from '~icons/ic/baseline-arrow-back';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import { Link, useParams } from 'react-router';
import { HistoryLink } from '../../crud/list/history-link';
import { paths } from '../../lib/paths';
import { PageHeader } from '../../ui/page-header';
import { ImportCountTiles } from './import-counts';
import { ImportErrors } from './import-errors';
import { ImportFacts } from './import-facts';
import { ImportOutcome } from './import-outcome';
import { ImportRunning } from './import-running';
import { hasEnded } from './import-progress';
import { useImport } from './api';
import { FailureAlert } from '../../ui/failure';
import { QueryView } from '../../ui/query-view';
import { messageOf } from '../../lib/api-error';
import { RunAgain } from './run-again';

/** One import: its progress while it runs, then its result. */
export function ImportPage() {
  const { importId = '' } = useParams();
  const { summary, errors, fields, error, refetch } = useImport(importId);
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
        title={summary?.file_name ?? 'Import'}
        subtitle={summary && (summary.dry_run ? 'Preview: nothing is written' : 'Import of tasks')}
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
                {!hasEnded(found) && <ImportRunning summary={found} />}
                <ImportOutcome summary={found} />
                {found.tasks_imported && <ImportCountTiles counts={found.tasks_imported} />}
                <ImportErrors summary={found} errors={errors} fields={fields} />
                <RunAgain summary={found} />
              </CardContent>
            </Card>
            <ImportFacts summary={found} />
          </Box>
        )}
      </QueryView>
    </>
  );
}
