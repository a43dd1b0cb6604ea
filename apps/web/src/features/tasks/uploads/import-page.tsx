import { Button, Card, CardContent, Skeleton, Link } from '@mui/material';
import { Suspense } from 'react';
import { Link as RouterLink, useParams } from 'react-router';
import type { ImportSummary } from '@portal/contracts/imports';
import { HistoryLink } from '../../../lists/list/history-link';
import { paths } from '../../../lib/paths';
import { BackButton } from '../../../ui/back-button';
import { PageHeader } from '../../../ui/page-header';
import { ImportCountTiles } from './import-counts';
import { ImportErrors } from './import-errors';
import { ImportFacts } from './import-facts';
import { ImportRunning } from './import-running';
import { hasNumbers } from '../../../live/pushed-imports';
import { useImport } from './api';
import { FailureAlert } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';
import { lazyPart } from '../../../ui/lazy-part';
import { messageOf } from '../../../lib/api-error';
import { RunAgain } from './run-again';
import { ImportOutcome } from './import-outcome';
import { UndoSection } from './undo/undo-section';
import { importTitle } from './undo/undo-text';
import { Columns, Row } from '../../../ui/layout';
import DashboardIcon from '~icons/ic/outline-space-dashboard';
import { useOwnProjects, useSelectedProject } from '../../../entities/projects/api';

// Few imports have these.
const ConfirmQuestion = lazyPart(
  async () => (await import('./confirm/confirm-question')).ConfirmQuestion,
);
const PreviewQuestion = lazyPart(
  async () => (await import('./confirm/preview-question')).PreviewQuestion,
);
const ChangedTasks = lazyPart(async () => (await import('./sample/changed-tasks')).ChangedTasks);
const Conflicts = lazyPart(async () => (await import('./conflicts/conflicts')).Conflicts);
const IssueGroups = lazyPart(async () => (await import('./preview/issue-groups')).IssueGroups);
const PreviewSection = lazyPart(
  async () => (await import('./preview/preview-section')).PreviewSection,
);

/** One import: its progress while it runs, then its result. */
export function ImportPage() {
  const { importId = '' } = useParams();
  const { summary, waitsFor, errors, fields, sample, error, refetch, ...rest } =
    useImport(importId);
  const { groups, preview, settings } = rest;
  return (
    <>
      <BackButton to={paths.adminTasks}>Tasks</BackButton>
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
                {found.status === 'unconfirmed' && (
                  <Suspense>
                    <ConfirmQuestion summary={found} />
                  </Suspense>
                )}
                <ImportOutcome summary={found} />
                {asksInPreview(found) && (
                  <Suspense>
                    <PreviewQuestion shares={found.shares ?? []} />
                  </Suspense>
                )}
                <OpenDashboard summary={found} />
                <ImportCountTiles summary={found} />
                {/* A preview is followed by its import; what else it shows can be long. */}
                {found.dry_run && <RunAgain summary={found} />}
                {found.conflict_count > 0 && (
                  <Suspense>
                    <Conflicts summary={found} />
                  </Suspense>
                )}
                {preview && (
                  <Suspense>
                    <PreviewSection preview={preview} />
                  </Suspense>
                )}
                {sample && sample.length > 0 && (
                  <Suspense>
                    <ChangedTasks summary={found} sample={sample} />
                  </Suspense>
                )}
                {groups.length > 0 && (
                  <Suspense>
                    <IssueGroups groups={groups} />
                  </Suspense>
                )}
                <ImportErrors summary={found} errors={errors} fields={fields} />
                {!found.dry_run && <RunAgain summary={found} />}
              </CardContent>
            </Card>
            <UndoSection summary={found} />
            <ImportFacts summary={found} settings={settings} />
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

/** Whether an import of the file of a preview needs a confirmation. */
function asksInPreview(summary: ImportSummary): boolean {
  const { dry_run: isPreview, status, needs_confirmation: isAsked } = summary;
  return isPreview && status === 'completed' && isAsked;
}

/** Leads to the dashboards of the projects that had no tasks before, else to that of the selected project. */
function OpenDashboard({ summary }: { summary: ImportSummary }) {
  const { filled_projects: filled } = summary;
  const selected = useSelectedProject();
  const first = (useOwnProjects() ?? []).filter(({ id }) => filled.includes(id));
  const projects = first.length === 0 && selected ? [selected] : first;
  if (summary.dry_run || summary.status !== 'completed' || projects.length === 0) return null;
  return (
    <Row wrap align="stretch" gap={1.5}>
      {projects.map(({ id, name }) => (
        <Button
          key={id}
          component={RouterLink}
          to={paths.projectDashboard(id)}
          variant={first.length > 0 ? 'contained' : 'outlined'}
          startIcon={<DashboardIcon />}
        >
          {first.length === 1 ? 'Open the dashboard' : `Open the dashboard of ${name}`}
        </Button>
      ))}
    </Row>
  );
}

interface UndoneImportProps {
  /** The undo. */
  summary: ImportSummary;
  /** The import that it undoes. */
  importId: string;
}

/** What an undo undoes, with a link to it. */
function UndoneImport({ summary, importId }: UndoneImportProps) {
  const undone = useImport(importId).summary;
  const name = undone ? importTitle(undone) : summary.file_name;
  return (
    <>
      {summary.dry_run ? 'Preview of the undo of ' : 'Undoes '}
      <Link component={RouterLink} to={paths.adminImport(importId)} underline="always">
        {undone?.undoes === null ? `the import of ${name}` : name}
      </Link>
    </>
  );
}
