import HistoryIcon from '~icons/ic/outline-history';
import { Alert, Box, Button, Skeleton } from '@mui/material';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { TASK_HISTORY_FIELDS, type TaskHistory } from '@portal/contracts/task-history';
import { Link, useParams } from 'react-router';
import { z } from 'zod';
import { useTaskHistory } from '../../../entities/tasks/history/api';
import { ChangeList, keptWords } from '../../../entities/tasks/history/change-list';
import { ChangeTitle } from '../../../entities/tasks/history/change-title';
import { TaskLink } from '../../../entities/tasks/task-link';
import { taskFieldLabel } from '../../../entities/tasks/task-value';
import { ApiError, messageOf } from '../../../lib/api-error';
import { paths } from '../../../lib/paths';
import { urlParam, useUrlState } from '../../../lib/url-state';
import { useDrawn } from '../../../lib/use-drawn';
import { Pager } from '../../../tables/pager';
import { BackButton } from '../../../ui/back-button';
import { ChangesCard } from '../../../ui/changes-card';
import { dimmedIf } from '../../../ui/dimmed';
import { FailurePanel } from '../../../ui/failure';
import { Instant } from '../../../ui/instant';
import { MessagePanel } from '../../../ui/message-panel';
import { Row } from '../../../ui/layout';
import { PageHeader } from '../../../ui/page-header';
import { SelectField } from '../../../ui/inputs/select-field';

const PAGE_SIZE = 50;

const PARAMS = {
  page: urlParam(wholeNumberParam({ minimum: 1, maximum: 1_000_000 }), 1),
  field: urlParam(z.enum(TASK_HISTORY_FIELDS), null),
};

/** Where the values of a task come from: its changes by imports and people, the newest first. */
export function TaskHistoryPage() {
  const { taskId = '' } = useParams();
  return <History key={taskId} taskId={taskId} />;
}

function History({ taskId }: { taskId: string }) {
  const [state, setState] = useUrlState(PARAMS);
  const { page, field } = state;
  const query = useTaskHistory(taskId, { page, size: PAGE_SIZE, field: field ?? undefined });
  const drawn = useDrawn(query, state);
  const data = drawn?.data;
  const isOld = drawn?.isOld ?? false;
  return (
    <>
      <BackButton to={paths.adminTaskList}>All tasks</BackButton>
      <PageHeader
        title={`History of task ${taskId}`}
        subtitle={<Last history={data} />}
        actions={
          data?.is_removed === false && (
            <Row gap={2}>
              <TaskLink id={Number(taskId)} variant="body2">
                Open the task
              </TaskLink>
              <Button component={Link} to={paths.adminTaskInList(taskId)} color="inherit">
                Show in the list
              </Button>
            </Row>
          )
        }
      />
      {data?.imports_kept_days === 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          This portal does not keep what imports change (PORTAL_IMPORT_HISTORY_DAYS is 0): only
          edits are listed with what they changed.
        </Alert>
      )}
      <FieldChoice value={field} onChange={(next) => setState({ field: next, page: 1 })} />
      <ChangesCard isPending={query.isPending} isOld={isOld}>
        {query.error && !data ? (
          <Failure error={query.error} onRetry={query.refetch} />
        ) : data ? (
          <Box sx={dimmedIf(isOld)}>
            <Changes
              history={data}
              field={drawn.label.field}
              onAll={() => setState({ field: null, page: 1 })}
            />
          </Box>
        ) : (
          <Loading />
        )}
      </ChangesCard>
      {data && (
        <Box sx={{ mt: 1, ...dimmedIf(isOld) }}>
          <Pager
            label="changes"
            page={page - 1}
            size={PAGE_SIZE}
            total={data.total}
            onPage={(next) => setState({ page: next + 1 })}
          />
        </Box>
      )}
    </>
  );
}

/** What the task owes its values to; an empty line until that is known. */
function Last({ history }: { history: TaskHistory | undefined }) {
  if (!history) return <>{'\u00a0'}</>;
  const { last } = history;
  if (last === null) return <>Nothing is known of its last change.</>;
  const { import: changing, user_email: user, at } = last;
  return (
    <>
      <ChangeTitle change={last} {...(last.change === 'changed' && { lead: 'Last' })} />
      {changing && user !== null && ` (${user})`}, <Instant at={at} />
    </>
  );
}

interface FieldChoiceProps {
  value: (typeof TASK_HISTORY_FIELDS)[number] | null;
  onChange: (field: (typeof TASK_HISTORY_FIELDS)[number] | null) => void;
}

/** Limits the list to the changes of one field. */
function FieldChoice({ value, onChange }: FieldChoiceProps) {
  return (
    <SelectField
      label="Field"
      value={value ?? ''}
      none="All fields"
      options={TASK_HISTORY_FIELDS.map((field) => ({ value: field, label: taskFieldLabel(field) }))}
      onChange={(chosen) => onChange(TASK_HISTORY_FIELDS.find((field) => field === chosen) ?? null)}
      sx={{ width: { xs: '100%', sm: 240 }, mb: 2 }}
    />
  );
}

interface ChangesProps {
  history: TaskHistory;
  field: string | null;
  /** Lists the changes of all fields. */
  onAll: () => void;
}

function Changes({ history, field, onAll }: ChangesProps) {
  const kept = keptWords(history);
  if (history.total === 0) {
    return field === null ? (
      <MessagePanel
        icon={HistoryIcon}
        title="No changes known"
        detail={`Nothing has changed this task since changes are recorded. ${kept}`.trim()}
      />
    ) : (
      <MessagePanel
        icon={HistoryIcon}
        title={`No changes of '${taskFieldLabel(field)}' known`}
        {...(kept !== '' && { detail: kept })}
        action={<Button onClick={onAll}>All fields</Button>}
      />
    );
  }
  if (history.items.length === 0) {
    return <MessagePanel icon={HistoryIcon} title="Nothing on this page" />;
  }
  return <ChangeList history={history} heading="h2" />;
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <MessagePanel
        icon={HistoryIcon}
        title="Task not found"
        detail="There is no such task, or you may not see it."
      />
    );
  }
  return (
    <FailurePanel
      title="Error loading the history"
      detail={messageOf(error, 'The history could not be loaded.')}
      onRetry={onRetry}
    />
  );
}

function Loading() {
  return (
    <Box role="status" aria-label="Loading changes" sx={{ p: 2.5 }}>
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={72} sx={{ mb: 2 }} />
      ))}
    </Box>
  );
}
