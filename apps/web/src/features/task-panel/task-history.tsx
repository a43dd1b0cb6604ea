import ExpandMoreIcon from '~icons/ic/baseline-expand-more';
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Link,
  Skeleton,
  Typography,
} from '@mui/material';
import type { TaskHistory as TaskHistoryResponse } from '@portal/contracts/task-history';
import type { TaskDetail } from '@portal/contracts/task-detail';
import { useState } from 'react';
import { useNewestChanges } from '../../entities/tasks/history/api';
import { ChangeList } from '../../entities/tasks/history/change-list';
import { QueryView } from '../../ui/query-view';

/** Changes that the panel lists at first, and when all are asked for. */
const SHOWN = 10;
const MOST = 100;

interface TaskHistoryProps {
  task: TaskDetail;
}

/** What changed the task, loaded when it is opened. */
export default function TaskHistory({ task }: TaskHistoryProps) {
  return (
    <Accordion
      disableGutters
      elevation={0}
      slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
      sx={{ backgroundColor: 'transparent', '&::before': { display: 'none' } }}
    >
      <AccordionSummary
        id="task-history"
        aria-controls="task-history-changes"
        expandIcon={<ExpandMoreIcon />}
        sx={{ px: 0, minHeight: 0 }}
      >
        <Typography variant="h3" component="span">
          History
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0 }}>
        <Changes task={task} />
      </AccordionDetails>
    </Accordion>
  );
}

function Changes({ task: { turing_task_id: id, revision } }: TaskHistoryProps) {
  const [size, setSize] = useState(SHOWN);
  const query = useNewestChanges(id, size, revision);
  return (
    <QueryView
      query={query}
      pending={<Skeleton variant="rounded" height={120} aria-label="Loading changes" />}
      failed="Error loading the history"
      inLine
    >
      {(history) => (
        <>
          {history.items.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              No changes known.
            </Typography>
          ) : (
            <ChangeList history={history} heading="h4" />
          )}
          <More history={history} onMore={() => setSize(MOST)} />
        </>
      )}
    </QueryView>
  );
}

interface MoreProps {
  history: TaskHistoryResponse;
  onMore: () => void;
}

function More({ history: { total, items, size }, onMore }: MoreProps) {
  if (total <= items.length) return null;
  const isAll = total <= MOST;
  return size === MOST ? (
    <Typography variant="body2" color="textSecondary">
      The newest {MOST} of {total} changes
    </Typography>
  ) : (
    <Link component="button" variant="body2" onClick={onMore}>
      {isAll ? `All ${total} changes` : `The newest ${MOST} of ${total} changes`}
    </Link>
  );
}
