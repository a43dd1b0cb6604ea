import { Box, Card, Chip, Link, Skeleton, Typography } from '@mui/material';
import type { OwnTask } from '@portal/contracts/task-stats';
import { useId, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { formatCount, plural } from '../../lib/format';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { TaskList } from './task-list';
import { Row } from '../../ui/layout';

interface TasksCardProps {
  title: string;
  /** Number of all such tasks, which may be more than are listed. */
  count?: number | undefined;
  /** What the number opens. */
  countOf?: ShownTasks;
  /** Undefined while loading, or if loading failed. */
  tasks: readonly OwnTask[] | undefined;
  failed: boolean;
  /** Shown without tasks. */
  empty: string;
  withProject: boolean;
  /** With statuses, and in two columns if there is room. */
  wide?: boolean;
  action?: ReactNode;
  /** The page with the tasks that are not listed. */
  allPath?: string;
}

/** A short list of the user's tasks. */
export function TasksCard(props: TasksCardProps) {
  const { title, count, countOf, tasks, failed, empty, withProject } = props;
  const { wide = false, action, allPath } = props;
  const titleId = useId();
  // Without tasks the card is one line.
  const note = tasks ? (tasks.length === 0 ? empty : undefined) : failed ? FAILED : undefined;
  const more = (count ?? 0) - (tasks?.length ?? 0);
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ px: 2.5, py: 2, minWidth: 0 }}>
      <Row wrap sx={{ columnGap: 1, minHeight: 32, mb: note === undefined ? 1 : 0 }}>
        <Typography variant="h3" component="h2" id={titleId}>
          {title}
        </Typography>
        {count !== undefined && count > 0 && (
          <Chip
            size="small"
            color="error"
            variant="outlined"
            label={
              countOf ? <TaskCount of={countOf} name={title} count={count} /> : formatCount(count)
            }
          />
        )}
        {note !== undefined && (
          <Typography variant="body2" color="textSecondary">
            {note}
          </Typography>
        )}
        <Box sx={{ flex: 1 }} />
        {action}
      </Row>
      {note === undefined && !tasks && <Skeleton variant="rounded" height={wide ? 280 : 580} />}
      {tasks && tasks.length > 0 && (
        <TaskList tasks={tasks} label={title} withProject={withProject} wide={wide} />
      )}
      {allPath !== undefined && tasks && more > 0 && (
        <Link
          component={RouterLink}
          to={allPath}
          variant="body2"
          sx={{ display: 'inline-block', py: 1 }}
        >
          and {plural(more, 'other task', 'other tasks')}
        </Link>
      )}
    </Card>
  );
}

const FAILED = 'They could not be loaded.';
