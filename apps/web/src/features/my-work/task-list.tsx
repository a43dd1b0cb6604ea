import CodeIcon from '~icons/ic/baseline-code';
import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import { isLink } from '@portal/contracts/links';
import type { OwnTask } from '@portal/contracts/task-stats';
import { statusTitle } from '@portal/domain/statuses';
import { LastReview } from '../../entities/tasks/last-review';
import { ListOfTasks } from '../../entities/tasks/list-of-tasks';
import { TaskName } from '../../entities/tasks/task-name';
import { formatRelative, plural } from '../../lib/format';
import { useServerNow } from '../../lib/server-clock';
import { Instant } from '../../ui/instant';
import { statusColor } from '../../ui/status-color';
import { StatusDot } from '../../ui/status-dot';
import { Columns, Row } from '../../ui/layout';

interface TaskListProps {
  tasks: readonly OwnTask[];
  /** Accessible name of the list. */
  label: string;
  /** Whether the tasks are of several projects, so that each names its own. */
  withProject: boolean;
  /** With statuses, and in two columns if there is room. */
  wide: boolean;
}

/** Tasks with links to the labeling tool. */
export function TaskList({ tasks, label, withProject, wide }: TaskListProps) {
  const now = useServerNow(60_000);
  return (
    <Columns component="ul" aria-label={label} columns={{ lg: wide ? 2 : 1 }} sx={{ columnGap: 4 }}>
      <ListOfTasks tasks={tasks}>
        {tasks.map((task) => (
          <Row
            key={`${task.project_id} ${task.turing_task_id}`}
            component="li"
            gap={1}
            sx={{ minHeight: 52, py: 0.75, borderTop: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <TaskName id={task.turing_task_id} link={task.task_link} variant="subtitle2">
                Task {task.turing_task_id}
              </TaskName>
              <Typography variant="caption" color="textSecondary" noWrap component="p">
                {withProject && `${task.project_name} · `}
                {plural(task.number_of_turns, 'turn', 'turns')}
                <Age instant={task.completed_at ?? task.updated_at ?? task.created_at} now={now} />
              </Typography>
              <Origin task={task} />
              {task.status === 'rework' && task.last_review && (
                <Typography variant="caption" component="div" sx={{ mt: 0.25 }}>
                  <LastReview review={task.last_review} of={task.user_email} />
                </Typography>
              )}
            </Box>
            {wide && (
              <Typography
                variant="caption"
                color="textSecondary"
                sx={{ display: 'flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}
              >
                <StatusDot style={{ background: statusColor(task.status) }} />
                {statusTitle(task.status)}
              </Typography>
            )}
            {isLink(task.colab_link) && (
              <Tooltip title="Open Colab">
                <IconButton
                  size="small"
                  href={task.colab_link}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`Colab of task ${task.turing_task_id}`}
                >
                  <CodeIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            )}
          </Row>
        ))}
      </ListOfTasks>
    </Columns>
  );
}

/** The batch and the model of a task. */
function Origin({ task: { batch_name: batch, target_model: model } }: { task: OwnTask }) {
  const text = [batch, model].filter(Boolean).join(' · ');
  if (text === '') return null;
  return (
    <Typography variant="caption" color="textSecondary" noWrap component="p" title={text}>
      {text}
    </Typography>
  );
}

function Age({ instant, now }: { instant: string | null; now: number }) {
  if (instant === null) return null;
  return (
    <>
      {' · '}
      <Instant at={instant} format={() => formatRelative(instant, now)} />
    </>
  );
}
