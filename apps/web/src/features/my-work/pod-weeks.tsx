import ChevronRightIcon from '~icons/ic/baseline-chevron-right';
import { Box, Chip, Link as MuiLink, Skeleton, Typography } from '@mui/material';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { GoalBar } from '../../ui/goal-bar';
import { ownWeek, type OwnWeek, paceOf } from './pace';
import type { Membership } from '../../entities/pods/api';
import { usePodWeek } from './api';
import { Columns, Row } from '../../ui/layout';

interface PodWeeksProps {
  pods: readonly Membership[];
  email: string;
}

/** The user's week in each pod, against its target. */
export function PodWeeks({ pods, email }: PodWeeksProps) {
  return (
    <Box component="ul" aria-label="Your pods" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {pods.map((pod) => (
        <Box
          key={pod.pod_name}
          component="li"
          sx={(theme) => ({
            py: 2,
            borderTop: `1px solid ${theme.vars.palette.line.soft}`,
            '&:last-of-type': { pb: 0 },
          })}
        >
          <PodRow pod={pod} email={email} />
        </Box>
      ))}
    </Box>
  );
}

function PodRow({ pod: { pod_name: podName, role }, email }: { pod: Membership; email: string }) {
  const { week, failed } = usePodWeek(podName);
  const mayOpen = useMay()(['pod-info-public-view']);
  const own = week && ownWeek(week, email);
  const pace = own && paceOf(own);
  return (
    <>
      <Row wrap sx={{ columnGap: 1, rowGap: 0.5 }}>
        {mayOpen ? (
          <MuiLink
            component={Link}
            to={paths.pod(podName)}
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
        ) : (
          <Typography variant="subtitle1" component="span" sx={{ overflowWrap: 'anywhere' }}>
            {podName}
          </Typography>
        )}
        <Typography variant="caption" color="textSecondary">
          Role: {role}
        </Typography>
        <Box sx={{ flex: 1 }} />
        {pace && <Chip size="small" variant="outlined" color={pace.color} label={pace.text} />}
      </Row>
      <Goal own={own} failed={failed} />
    </>
  );
}

function Goal({ own, failed }: { own: OwnWeek | null | undefined; failed: boolean }) {
  if (own === undefined) {
    return failed ? (
      <Note text="The week of this pod could not be loaded." />
    ) : (
      <Skeleton variant="rounded" height={68} sx={{ mt: 1.5 }} />
    );
  }
  if (!own?.goal) {
    return <Note text="No weekly target is set for this week. Take it at your own pace." />;
  }
  const { member, goal } = own;
  return (
    <Columns columns={{ sm: 2 }} sx={{ columnGap: 3, rowGap: 1.5, mt: 1.5 }}>
      <Work
        name="Tasks"
        done={member.tasks}
        goal={goal.weekly.tasks}
        expected={goal.expected.tasks}
      />
      <Work
        name="Turns"
        done={member.turns}
        goal={goal.weekly.turns}
        expected={goal.expected.turns}
      />
      <Typography variant="caption" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
        {formatPercent(member.percent)} of the weekly target, {formatPercent(member.pace)} of what
        is expected by today. Tasks or turns: the better one counts.
      </Typography>
    </Columns>
  );
}

interface WorkProps {
  name: string;
  done: number;
  goal: number;
  /** Expected by the end of today. */
  expected: number;
}

/** Work against the weekly target; a mark shows what is expected by today. */
function Work({ name, done, goal, expected }: WorkProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Row align="stretch" justify="space-between" gap={1} sx={{ mb: 0.75 }}>
        <Typography variant="body2">
          <b>{formatCount(done)}</b> of {formatCount(goal)} {name.toLowerCase()}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {formatCount(expected)} by today
        </Typography>
      </Row>
      <GoalBar label={`${name} of the week`} {...{ done, goal, expected }} />
    </Box>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
      {text}
    </Typography>
  );
}
