import ChevronRightIcon from '~icons/ic/baseline-chevron-right';
import { Box, Chip, Link as MuiLink, Skeleton, Typography } from '@mui/material';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import type { Goal } from '@portal/domain/weekly';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { GoalBar } from '../../ui/goal-bar';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { type Measure, toDoText } from './own-week';
import { levelBasis, levelWords } from '../../entities/pods/level';
import type { Membership } from '../../entities/pods/api';
import { usePodWeek } from './api';
import { OwnReviews } from './own-reviews';
import { Columns, Row } from '../../ui/layout';

interface PodWeeksProps {
  pods: readonly Membership[];
  email: string;
  /** Whether each target has a bar. */
  withBars?: boolean;
}

/** The user's week in each pod, against its target. */
export function PodWeeks({ pods, email, withBars = true }: PodWeeksProps) {
  return (
    <Box component="ul" aria-label="Your pods">
      {pods.map((pod) => (
        <Box
          key={pod.pod_name}
          component="li"
          sx={{ py: 2, borderTop: 1, borderColor: 'divider', '&:last-of-type': { pb: 0 } }}
        >
          <PodRow {...{ pod, email, withBars }} />
        </Box>
      ))}
    </Box>
  );
}

interface PodRowProps {
  pod: Membership;
  email: string;
  withBars: boolean;
}

function PodRow({ pod: { pod_name: podName, role }, email, withBars }: PodRowProps) {
  const { week, failed } = usePodWeek(podName);
  const mayOpen = useMay()(['pod-info-public-view']);
  const own = week && (week.members.find((member) => member.email === email) ?? null);
  return (
    <>
      <Row wrap sx={{ columnGap: 1, rowGap: 0.5 }}>
        <MuiLink
          component={Link}
          to={mayOpen ? paths.pod(podName) : paths.myPod(podName)}
          variant="subtitle1"
          color="textPrimary"
          underline="hover"
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            minWidth: 0,
            overflowWrap: 'anywhere',
          }}
        >
          {podName}
          <ChevronRightIcon sx={{ fontSize: 18, color: 'text.secondary' }} />
        </MuiLink>
        <Typography variant="caption" color="textSecondary">
          Role: {role}
        </Typography>
        <Remark {...{ week, own, failed }} />
        <Box sx={{ flex: 1 }} />
        {own?.goal && (
          <Chip
            size="small"
            variant="outlined"
            color={own.level ?? 'default'}
            label={levelWords(own.level)}
          />
        )}
      </Row>
      {own === undefined && !failed && role === 'trainer' && (
        <Skeleton variant="rounded" sx={{ height: { xs: 74, sm: 52 }, mt: 1.5 }} />
      )}
      {week && own?.goal && <OwnGoal {...{ week, own, goal: own.goal, withBars }} />}
    </>
  );
}

interface RemarkProps {
  week: WeeklyProgress | undefined;
  /** The user's own week; null for a user who is no longer a member. */
  own: MemberProgress | null | undefined;
  failed: boolean;
}

/** What there is to say about a pod without a target of the user, on the line of its name. */
function Remark({ week, own, failed }: RemarkProps) {
  if (own === undefined) {
    return failed ? (
      <Note text="The week of this pod could not be loaded." />
    ) : (
      <Skeleton width={160} />
    );
  }
  if (week && own && own.role !== 'trainer') {
    return <Note text={<OwnReviews {...{ week, own }} />} />;
  }
  if (own?.goal) return null;
  return <Note text="No weekly target is set for this week. Take it at your own pace." />;
}

interface OwnGoalProps {
  week: WeeklyProgress;
  own: MemberProgress;
  goal: Goal;
  withBars: boolean;
}

function OwnGoal({ week, own, goal, withBars }: OwnGoalProps) {
  const { level_percent: decides } = own;
  return (
    <Columns columns={{ sm: 2 }} sx={{ columnGap: 3, rowGap: 1.5, mt: 1.5 }}>
      <Work {...{ week, own, goal, withBars }} measure="tasks" />
      <Work {...{ week, own, goal, withBars }} measure="turns" />
      <Typography variant="caption" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
        {decides !== null && `${formatPercent(decides)} ${levelBasis(own, goal)}. `}
        Tasks or turns: one of them is enough.
      </Typography>
    </Columns>
  );
}

interface WorkProps extends OwnGoalProps {
  measure: Measure;
}

/** Work against the weekly target; a mark in the bar shows what is due by now. */
function Work({ week, own, goal, measure, withBars }: WorkProps) {
  const days = { first: week.week_start, last: week.week_end };
  return (
    <Box sx={{ minWidth: 0 }}>
      <Row align="stretch" justify="space-between" gap={1} sx={{ mb: withBars ? 0.75 : 0 }}>
        <Typography variant="body2">
          <b>
            {measure === 'tasks' ? (
              <TaskCount
                of={{
                  number: 'completed_in_period',
                  project_id: week.project_id,
                  user_email: own.email,
                  days,
                }}
                name={`completed this week, ${week.pod_name}`}
                count={own[measure]}
              />
            ) : (
              formatCount(own[measure])
            )}
          </b>{' '}
          of {formatCount(goal.weekly[measure])} {measure}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {toDoText(own, goal, measure)}
        </Typography>
      </Row>
      {withBars && (
        <GoalBar
          label={`${NAMES[measure]} of the week`}
          done={own[measure]}
          goal={goal.weekly[measure]}
          due={goal.due[measure]}
        />
      )}
    </Box>
  );
}

const NAMES = { tasks: 'Tasks', turns: 'Turns' } as const;

function Note({ text }: { text: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {text}
    </Typography>
  );
}
