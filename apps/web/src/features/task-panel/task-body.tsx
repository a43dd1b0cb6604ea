import CodeIcon from '~icons/ic/baseline-code';
import OpenInNewIcon from '~icons/ic/baseline-open-in-new';
import HistoryIcon from '~icons/ic/baseline-history';
import EditIcon from '~icons/ic/outline-edit';
import { Box, Button, Typography } from '@mui/material';
import { isLink } from '@portal/contracts/links';
import type { TaskDetail } from '@portal/contracts/task-detail';
import { statusTitle } from '@portal/domain/statuses';
import { Link as RouterLink } from 'react-router';
import { TaskValue, taskFieldLabel } from '../../entities/tasks/task-value';
import { plural } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Fact, Facts } from '../../ui/facts';
import { Columns, Row } from '../../ui/layout';
import { lazyPart } from '../../ui/lazy-part';
import { statusColor } from '../../ui/status-color';
import { TintedChip } from '../../ui/tinted-chip';
import { type FeedbackForm, TaskFeedback } from './task-feedback';
import { TaskReviews } from './task-reviews';
import { Preformatted } from '../../ui/preformatted';

const ClaimBar = lazyPart(() => import('./claim-bar'));
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
  const { status, project_name: project, batch_name: batch } = task;
  return (
    <Columns gap={3}>
      <Row gap={1} wrap>
        <TintedChip color={statusColor(status)} label={statusTitle(status)} />
        <Typography variant="body2" color="textSecondary">
          {project} · {batch}
        </Typography>
      </Row>
      <Actions task={task} />
      {task.may_claim && <ClaimBar task={task} />}
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
        <TaskReviews reviews={task.reviews} />
      </section>
      {task.metadata && <Metadata metadata={task.metadata} />}
      {task.may_change && <TaskHistory task={task} />}
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

function Person({ user_name: name, user_email: email }: TaskDetail) {
  if (email === null) return <TaskValue field="user_email" value={null} />;
  return (
    <>
      {name ?? email}
      {name !== null && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {email}
        </Box>
      )}
    </>
  );
}

function Actions({ task }: { task: TaskDetail }) {
  const { turing_task_id: id, task_link: tool, colab_link: colab, may_change: mayChange } = task;
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
            component={RouterLink}
            to={paths.adminTaskInList(id)}
            size="small"
            color="inherit"
            startIcon={<EditIcon />}
          >
            Edit in the list
          </Button>
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
