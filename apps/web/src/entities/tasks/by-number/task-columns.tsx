import { Box } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import type { NumberTask } from '@portal/contracts/tasks-by-number';
import { statusTitle } from '@portal/domain/statuses';
import { ListedBatch } from '../../batches/listed-batch';
import { LastReview, wordsOf } from '../last-review';
import { TaskName } from '../task-name';
import { statusColor } from '../../../ui/status-color';
import { StatusDot } from '../../../ui/status-dot';
import type { DataColumn } from '../../../tables/columns';
import { validationTitle } from '../validation';
import { Instant } from '../../../ui/instant';
import type { ShownTasks } from './show-tasks';
import { Row } from '../../../ui/layout';

/**
 * The columns of the tasks of a number.
 * @param tasks of the page
 * @param batches for their names; those of others are asked for
 * @param of with the last review of each, if it counts tasks that were sent back, and the last round, if they are stuck
 * @param namesProject whether they are of several projects, or of another one than the page
 */
export function taskColumns(
  tasks: readonly NumberTask[],
  batches: readonly Batch[],
  of: NumberPart,
  namesProject: boolean,
): readonly DataColumn<NumberTask>[] {
  const names = new Map(batches.map((batch) => [keyOf(batch), batch.name]));
  const project: DataColumn<NumberTask> = {
    id: 'project_name',
    label: 'Project',
    value: ({ project_name }) => project_name,
  };
  return [
    {
      id: 'turing_task_id',
      label: 'Task ID',
      value: ({ turing_task_id }) => turing_task_id,
      cell: ({ turing_task_id, task_link }) => <TaskName id={turing_task_id} link={task_link} />,
      fixed: true,
    },
    {
      id: 'user_email',
      label: 'User',
      value: ({ user_email }) => user_email,
      cell: ({ user_email }) => <Email text={user_email} />,
    },
    ...(namesProject ? [project] : []),
    {
      id: 'turing_batch_id',
      label: 'Batch',
      value: (task) => names.get(keyOf(task)) ?? task.turing_batch_id,
      cell: (task) => names.get(keyOf(task)) ?? <ListedBatch of={task} among={tasks} />,
    },
    { id: 'target_model', label: 'Model', value: ({ target_model }) => target_model || null },
    {
      id: 'status',
      label: 'Status',
      value: ({ status }) => statusTitle(status),
      cell: ({ status }) => (
        <Row component="span" gap={1} sx={{ whiteSpace: 'nowrap' }}>
          <StatusDot style={{ background: statusColor(status) }} />
          {statusTitle(status)}
        </Row>
      ),
    },
    ...(isOfSentBack(of) ? [LAST_REVIEW] : []),
    ...(of.number === 'stuck' ? ROUND_COLUMNS : []),
    {
      id: 'validation_status',
      label: 'Validation',
      value: ({ validation_status }) => validationTitle(validation_status),
    },
    {
      id: 'completed_at',
      label: 'Completed At',
      value: ({ completed_at }) => completed_at,
      cell: ({ completed_at }) => (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {completed_at === null ? '–' : <Instant at={completed_at} />}
        </Box>
      ),
    },
  ];
}

const SENT_BACK: readonly ShownTasks['number'][] = [
  'rework',
  'rework_of_user',
  'sent_back_in_period',
  'rework_rounds',
  'stuck',
];

const isOfSentBack = ({ number, status }: NumberPart): boolean =>
  status === 'rework' || SENT_BACK.includes(number);

/** Why a task came back. Whether its user has opened it is for that user. */
const LAST_REVIEW: DataColumn<NumberTask> = {
  id: 'last_review',
  label: 'Last review',
  value: ({ last_review }) => (last_review ? wordsOf(last_review) : null),
  cell: ({ last_review }) =>
    last_review ? <LastReview review={{ ...last_review, is_unread: false }} of={null} /> : '–',
};

interface NumberPart {
  readonly number: ShownTasks['number'];
  readonly status: string | undefined;
}

/** How often a stuck task came back, and since when it waits for its lead. */
const ROUND_COLUMNS: readonly DataColumn<NumberTask>[] = [
  { id: 'rounds', label: 'Rounds', value: ({ last_round }) => last_round?.n ?? null },
  {
    id: 'came_back_at',
    label: 'Came back',
    value: ({ last_round }) => last_round?.ended_at ?? null,
    cell: ({ last_round }) =>
      last_round?.ended_at == null ? '–' : <Instant at={last_round.ended_at} />,
  },
];

/** An email that breaks before its host. */
function Email({ text }: { text: string | null }) {
  if (text === null) return '–';
  const [name, ...host] = text.split('@');
  return (
    <>
      {name}
      <wbr />@{host.join('@')}
    </>
  );
}

/** Batches of two projects may have one id. */
export function keyOf(of: Pick<NumberTask, 'project_id' | 'turing_batch_id'>): string {
  return `${of.project_id}/${of.turing_batch_id}`;
}
