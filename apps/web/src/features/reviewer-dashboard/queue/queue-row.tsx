import CodeIcon from '~icons/ic/baseline-code';
import OpenIcon from '~icons/ic/baseline-open-in-new';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { isLink } from '@portal/contracts/links';
import type { PodMember } from '@portal/contracts/pods';
import type { WaitingTask } from '@portal/contracts/task-stats';
import { statusTitle } from '@portal/domain/statuses';
import { memo, useLayoutEffect, useRef } from 'react';
import { sentBackHere } from '../../../entities/claims/sent-back';
import { ClaimNote, runningClaim } from '../../../entities/claims/claim-note';
import { heatOf, heatStyle, waitingTime } from '../../../entities/pods/waiting-time';
import { TaskLink } from '../../../entities/tasks/task-link';
import { plural } from '../../../lib/format';
import { Instant } from '../../../ui/instant';
import { statusColor } from '../../../ui/status-color';
import { StatusDot } from '../../../ui/status-dot';
import { UserPicture } from '../../../ui/user-picture';
import { noteLeaving } from '../left-rows';

interface QueueRowProps {
  task: WaitingTask;
  /** Undefined until the members are loaded. */
  trainer: PodMember | undefined;
  /** The task that waits longest. */
  isNext: boolean;
  /** Epoch milliseconds. */
  now: number;
  /** Claims the task, as its review begins. */
  onClaim: (taskId: number) => void;
  /** A wall screen has no links: nobody clicks them. */
  isWall: boolean;
}

/**
 * One task of the queue: trainer, age, and the link to the labeling tool. Most pushed states change no
 * row.
 */
export const QueueRow = memo(function QueueRow({
  task,
  trainer,
  isNext,
  now,
  isWall,
  onClaim,
}: QueueRowProps) {
  const claim = runningClaim(task.claim, now);
  const row = useLeaving(task.turing_task_id);
  const email = task.user_email ?? 'Unknown trainer';
  return (
    <Box
      component="li"
      ref={row}
      data-task={task.turing_task_id}
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: {
          xs: 'auto auto minmax(0, 1fr) auto',
          // The id with its turns and the time of waiting are never cut, rather the batch.
          sm: 'auto auto minmax(9.25rem, 1.2fr) minmax(0, 1fr) minmax(7.75rem, 1fr) auto',
        },
        alignItems: 'center',
        columnGap: { xs: 1, sm: 1.25 },
        py: 'var(--row-padding, 7px)',
        borderTop: `1px solid ${theme.vars.palette.line.soft}`,
        '&:first-of-type': { borderTop: 'none' },
      })}
    >
      <Box aria-hidden sx={heatStyle(heatOf(task.waiting_since, now))} />
      <UserPicture
        user={trainer && { name: trainer.user_name, email, picture: trainer.profile_picture }}
        size={32}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" noWrap title={email}>
          {trainer?.user_name ?? email}
        </Typography>
        <Typography data-open variant="caption" color="textSecondary" component="div" noWrap>
          {isWall ? (
            `Task ${task.turing_task_id}`
          ) : (
            <TaskLink id={task.turing_task_id}>Task {task.turing_task_id}</TaskLink>
          )}{' '}
          · {plural(task.number_of_turns, 'turn', 'turns')}
        </Typography>
      </Box>
      <Box sx={PAIR}>
        <Typography variant="body2" noWrap title={task.batch_name}>
          {task.batch_name}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div" noWrap>
          {task.target_model ?? 'No model'}
        </Typography>
      </Box>
      <Box sx={PAIR}>
        <Age since={task.waiting_since} now={now} />
        {claim ? (
          <ClaimNote claim={claim} now={now} />
        ) : (
          <Typography
            variant="caption"
            color="textSecondary"
            component="div"
            sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}
          >
            <StatusDot style={{ background: statusColor(task.status) }} />
            {task.is_appealed ? 'Appeal' : statusTitle(task.status)}
          </Typography>
        )}
      </Box>
      <Box
        sx={{
          display: isWall ? 'none' : 'flex',
          alignItems: 'center',
          gap: { xs: 0, sm: 0.5 },
          gridRow: { xs: '1', sm: 'auto' },
          gridColumn: { xs: '4', sm: 'auto' },
        }}
      >
        {isLink(task.colab_link) && (
          <Tooltip title="Open in Colab">
            <IconButton
              size="small"
              href={task.colab_link}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Open task ${task.turing_task_id} in Colab`}
            >
              <CodeIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        <ReviewLink task={task} isNext={isNext} onReview={claim ? undefined : onClaim} />
      </Box>
    </Box>
  );
});

/** Below each other; on a phone on one line. */
const PAIR = {
  display: { xs: 'flex', sm: 'block' },
  alignItems: 'baseline',
  columnGap: 1,
  minWidth: 0,
  gridColumn: { xs: '3 / -1', sm: 'auto' },
} as const;

/** The desk lets the sheet of the task begin where its row was. */
function useLeaving(taskId: number) {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const here = row.current;
    // A task that is here again was sent back before.
    sentBackHere.delete(taskId);
    return () => {
      const isSentBack = sentBackHere.delete(taskId);
      if (here) noteLeaving(here, isSentBack);
    };
  }, [taskId]);
  return row;
}

function Age({ since, now }: { since: string | null; now: number }) {
  if (since === null) {
    return (
      <Typography variant="body2" color="textSecondary">
        No date
      </Typography>
    );
  }
  return (
    <Typography variant="body2" noWrap>
      <Instant at={since} format={() => `Waits ${waitingTime(since, now)}`} />
    </Typography>
  );
}

interface ReviewLinkProps {
  task: WaitingTask;
  isNext: boolean;
  onReview: ((taskId: number) => void) | undefined;
}

function ReviewLink({ task, isNext, onReview }: ReviewLinkProps) {
  const look = { size: 'small', variant: isNext ? 'contained' : 'outlined' } as const;
  if (task.task_link === null) {
    return (
      <Tooltip title="The project has no URL of the labeling tool">
        <span>
          <Button {...look} disabled>
            Review
          </Button>
        </span>
      </Tooltip>
    );
  }
  return (
    <Button
      {...look}
      href={task.task_link}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => onReview?.(task.turing_task_id)}
      endIcon={<OpenIcon />}
      aria-label={`Review task ${task.turing_task_id} in the labeling tool`}
    >
      Review
    </Button>
  );
}
