import { Box, Skeleton, Typography } from '@mui/material';
import type { Membership } from '../../entities/pods/api';
import { plural } from '../../lib/format';
import { GoalBar } from '../../ui/goal-bar';
import { useOwnWeeks } from './api';
import { standingOf } from './own-week';

interface StandingLineProps {
  /** Undefined while loading, or if loading failed. */
  pods: readonly Membership[] | undefined;
  podsFailed: boolean;
  email: string;
  /** The tasks that the user has completed this week; undefined while loading, or if loading failed. */
  tasks: number | undefined;
  failed: boolean;
}

/** One sentence that says where the user stands this week, and a bar if there is a target. */
export function StandingLine({ pods, podsFailed, email, tasks, failed }: StandingLineProps) {
  const weeks = useOwnWeeks(pods, email);
  const standing = weeks && standingOf(weeks);
  const isKnown = podsFailed || weeks !== undefined;
  if (isKnown && standing) {
    const { text, measure, done, goal, due } = standing;
    return (
      <Box sx={{ mb: 2 }}>
        <Sentence text={text} />
        <GoalBar label={`Your ${measure} of this week`} {...{ done, goal, due }} />
      </Box>
    );
  }
  if (isKnown && tasks !== undefined) {
    return <Sentence text={`${plural(tasks, 'task', 'tasks')} this week.`} />;
  }
  return isKnown && failed ? null : (
    <Skeleton variant="rounded" sx={{ height: { xs: 64, sm: 40 }, mb: 2 }} />
  );
}

function Sentence({ text }: { text: string }) {
  return (
    <Typography variant="subtitle1" component="p" sx={{ mb: 1 }}>
      {text}
    </Typography>
  );
}
