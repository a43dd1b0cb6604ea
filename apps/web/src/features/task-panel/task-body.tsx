import CodeIcon from '~icons/ic/baseline-code';
import OpenInNewIcon from '~icons/ic/baseline-open-in-new';
import HistoryIcon from '~icons/ic/baseline-history';
import EditIcon from '~icons/ic/outline-edit';
import { Box, Button, Link, Typography } from '@mui/material';
import { isLink } from '@portal/contracts/links';
import type { ReviewClaim } from '@portal/contracts/review-claims';
import type { TaskDetail } from '@portal/contracts/task-detail';
import { statusTitle } from '@portal/domain/statuses';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { ClaimNote, runningClaim } from '../../entities/claims/claim-note';
import { useSeesAll } from '../../entities/tasks/by-number/show-tasks';
import { TaskValue, taskFieldLabel } from '../../entities/tasks/task-value';
import { plural } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useServerNow } from '../../lib/server-clock';
import { mayIn } from '../../session/permissions';
import { useSessionStore, userOf } from '../../session/session-store';
import { useDialog } from '../../ui/dialogs/use-dialog';
import { Fact, Facts } from '../../ui/facts';
import { Columns, Row } from '../../ui/layout';
import { lazyPart } from '../../ui/lazy-part';
import { statusColor } from '../../ui/status-color';
import { TintedChip } from '../../ui/tinted-chip';
import { type FeedbackForm, TaskFeedback } from './task-feedback';
import { TaskReviews } from './task-reviews';
import { Preformatted } from '../../ui/preformatted';

const ClaimBar = lazyPart(() => import('./claim-bar'));
const EditTask = lazyPart(() => import('./edit-task'));
const TaskRounds = lazyPart(() => import('./task-rounds'));
const TaskHistory = lazyPart(() => import('./task-history'));
const TaskConflicts = lazyPart(() => import('./task-conflicts'));

interface TaskBodyProps {
  task: TaskDetail;
  /** The form of feedback that is open. */
  form: FeedbackForm;
  onForm: (form: FeedbackForm) => void;
}

/** What the portal knows of a task. */
export function TaskBody({ task, form, onForm }: TaskBodyProps) {
  const { status, project_name: project } = task;
  return (
    <Columns gap={3}>
      <Row gap={1} wrap>
        <TintedChip color={statusColor(status)} label={statusTitle(status)} />
        <Typography variant="body2" color="textSecondary">
          {project} · <Batch {...task} />
        </Typography>
      </Row>
      <Actions task={task} />
      {task.may_claim ? <ClaimBar task={task} /> : task.claim && <Reviewer claim={task.claim} />}
      <Facts width={150}>
        <Fact name="Person">
          <Person {...task} />
        </Fact>
        {SHOWN.map((field) => (
          <Fact key={field} name={taskFieldLabel(field)}>
            <TaskValue field={field} value={task[field]} />
          </Fact>
        ))}
      </Facts>
      <TaskFeedback task={task} form={form} onForm={onForm} />
      {task.conflicts.length > 0 && (
        <TaskConflicts conflicts={task.conflicts} opensImports={task.may_change} />
      )}
      {task.rounds.length > 0 && <TaskRounds rounds={task.rounds} />}
      <section aria-labelledby="task-reviews">
        <Typography id="task-reviews" variant="h3" sx={{ mb: 1 }}>
          {task.review_count === 0 ? 'Reviews' : plural(task.review_count, 'review', 'reviews')}
        </Typography>
        <TaskReviews reviews={task.reviews} of={task.user_email} />
      </section>
      {task.metadata && <Metadata metadata={task.metadata} />}
      <TaskHistory task={task} />
    </Columns>
  );
}

/** The fields below the first line. */
const SHOWN = [
  'target_model',
  'number_of_turns',
  'duration_minutes',
  'completed_at',
  'updated_at',
  'created_at',
  'validation_status',
  'delivery_batch',
] as const satisfies readonly (keyof TaskDetail)[];

function Person({ user_name: name, user_email: email, project_id: projectId }: TaskDetail) {
  if (email === null) return <TaskValue field="user_email" value={null} />;
  return (
    <>
      <PersonLink {...{ email, projectId }}>{name ?? email}</PersonLink>
      {name !== null && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {email}
        </Box>
      )}
    </>
  );
}

interface PersonLinkProps {
  email: string;
  projectId: number;
  children: ReactNode;
}

/** To the statistics of the person, for themselves and for users who see them. */
function PersonLink({ email, projectId, children }: PersonLinkProps) {
  const session = useSessionStore((state) => state.session);
  const isOwn = useSessionStore(userOf)?.email === email;
  if (!isOwn && !mayIn(projectId, session, ['pod-info-public-view'])) return children;
  return (
    <Link component={RouterLink} to={paths.trainerStats(email)}>
      {children}
    </Link>
  );
}

/** To all tasks of the batch, for users who see them. */
function Batch({ batch_name: name, turing_batch_id: id, project_id: projectId }: TaskDetail) {
  const seesAll = useSeesAll({ number: 'tasks', project_id: projectId });
  if (!seesAll) return name;
  return (
    <Link component={RouterLink} to={paths.batchTasks(projectId, id)}>
      {name}
    </Link>
  );
}

/** Who reviews the task now, for others than reviewers. */
function Reviewer({ claim }: { claim: ReviewClaim }) {
  const now = useServerNow(60_000);
  const running = runningClaim(claim, now);
  return running && <ClaimNote claim={running} now={now} whole />;
}

function Actions({ task }: { task: TaskDetail }) {
  const { turing_task_id: id, task_link: tool, colab_link: colab, may_change: mayChange } = task;
  const { dialog, open } = useDialog();
  if (tool === null && !isLink(colab) && !mayChange) return null;
  const outside = { target: '_blank', rel: 'noreferrer', size: 'small' } as const;
  return (
    <Row gap={1} wrap>
      {tool !== null && (
        <Button {...outside} href={tool} variant="contained" endIcon={<OpenInNewIcon />}>
          Labeling tool
        </Button>
      )}
      {isLink(colab) && (
        <Button {...outside} href={colab} variant="outlined" startIcon={<CodeIcon />}>
          Colab
        </Button>
      )}
      {mayChange && (
        <>
          <Button
            size="small"
            color="inherit"
            startIcon={<EditIcon />}
            onClick={() => open((onClose) => <EditTask taskId={id} onClose={onClose} />)}
          >
            Edit
          </Button>
          {dialog}
          <Button
            component={RouterLink}
            to={paths.adminTaskHistory(id)}
            size="small"
            color="inherit"
            startIcon={<HistoryIcon />}
          >
            History
          </Button>
        </>
      )}
    </Row>
  );
}

function Metadata({ metadata }: { metadata: NonNullable<TaskDetail['metadata']> }) {
  return (
    <section aria-labelledby="task-metadata">
      <Typography id="task-metadata" variant="h3" sx={{ mb: 1 }}>
        Metadata
      </Typography>
      <Preformatted tabIndex={0} sx={{ maxHeight: 240 }}>
        {JSON.stringify(metadata, null, 2)}
      </Preformatted>
    </section>
  );
}
