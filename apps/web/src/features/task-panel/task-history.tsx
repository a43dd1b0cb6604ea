import ExpandMoreIcon from '~icons/ic/baseline-expand-more';
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Link,
  Skeleton,
  Typography,
} from '@mui/material';
import type { TaskDetail } from '@portal/contracts/task-detail';
import { Link as RouterLink } from 'react-router';
import { useNewestChanges } from '../../entities/tasks/history/api';
import { ChangeList } from '../../entities/tasks/history/change-list';
import { paths } from '../../lib/paths';
import { QueryView } from '../../ui/query-view';

/** Changes that the panel lists; its page has all. */
const SHOWN = 10;

/** What changed the task, loaded when it is opened. Render it for users who may change the task. */
export default function TaskHistory({ task }: { task: TaskDetail }) {
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

function Changes({ task: { turing_task_id: id, revision } }: { task: TaskDetail }) {
  const query = useNewestChanges(id, SHOWN, revision);
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
              Nothing has changed this task since changes are recorded.
            </Typography>
          ) : (
            <ChangeList history={history} heading="h4" />
          )}
          {history.total > SHOWN && (
            <Link component={RouterLink} to={paths.adminTaskHistory(id)} variant="body2">
              All {history.total} changes
            </Link>
          )}
        </>
      )}
    </QueryView>
  );
}
