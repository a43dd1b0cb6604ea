import { Box } from '@mui/material';
import { isLink } from '@portal/contracts/links';
import type { OwnTask } from '@portal/contracts/task-stats';
import { statusTitle } from '@portal/domain/statuses';
import { TaskName } from '../../entities/tasks/task-name';
import { ExternalLink } from '../../ui/external-link';
import { statusColor } from '../../ui/status-color';
import { StatusDot } from '../../ui/status-dot';
import type { DataColumn } from '../../tables/columns';
import { Instant } from '../../ui/instant';

/** The columns of a user's tasks, on the page and in the CSV. */
export const TASK_COLUMNS: readonly DataColumn<OwnTask>[] = [
  {
    id: 'turing_task_id',
    label: 'Task ID',
    value: ({ turing_task_id }) => turing_task_id,
    cell: ({ turing_task_id, task_link }) => <TaskName id={turing_task_id} link={task_link} />,
    fixed: true,
    width: 150,
  },
  {
    id: 'colab_link',
    label: 'Colab',
    value: ({ colab_link }) => colab_link,
    cell: ({ turing_task_id, colab_link }) => (
      <ExternalLink
        href={isLink(colab_link) ? colab_link : null}
        text={isLink(colab_link) ? 'Open' : '–'}
        label={`Open the Colab of task ${turing_task_id}`}
      />
    ),
    width: 110,
  },
  {
    id: 'number_of_turns',
    label: 'Turns',
    value: ({ number_of_turns }) => number_of_turns,
    numeric: true,
    width: 90,
  },
  {
    id: 'duration_minutes',
    label: 'Duration (min)',
    value: ({ duration_minutes }) => duration_minutes,
    numeric: true,
    width: 140,
  },
  {
    id: 'status',
    label: 'Status',
    value: ({ status }) => statusTitle(status),
    cell: ({ status }) => (
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        <StatusDot style={{ background: statusColor(status) }} />
        {statusTitle(status)}
      </Box>
    ),
    width: 170,
  },
  {
    id: 'completed_at',
    label: 'Completed At',
    value: ({ completed_at }) => completed_at,
    cell: ({ completed_at }) => (completed_at === null ? '–' : <Instant at={completed_at} />),
    width: 200,
  },
  {
    id: 'review_count',
    label: 'Reviews',
    value: ({ review_count }) => review_count,
    numeric: true,
    width: 100,
  },
  {
    id: 'score',
    label: 'Score',
    value: ({ last_review }) => last_review?.score ?? null,
    numeric: true,
    width: 90,
  },
];
