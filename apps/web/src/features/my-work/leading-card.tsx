import { Box, Link, Typography } from '@mui/material';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { usePodActivity } from '../../entities/pods/activity';
import { levelBasis, levelColor, LEVEL_WORDS } from '../../entities/pods/level';
import { weekOptions } from '../../entities/pods/week';
import { formatPercent, plural } from '../../lib/format';
import { paths } from '../../lib/paths';
import type { LiveUpdates } from '../../live/live-query';
import { mayIn, useMay } from '../../session/permissions';
import { useSessionStore } from '../../session/session-store';
import { Row } from '../../ui/layout';
import { StatusDot } from '../../ui/status-dot';
import { usePodWeek } from './api';
import { FailedNote, Note, NoteToCome, NowCard } from './now-card';
import { PodBacklog } from './pod-backlog';
import { PodRework } from './pod-rework';

const MOST = 5;

interface LeadingCardProps {
  podName: string;
  updates: LiveUpdates;
}

/** What a pod asks of its lead: trainers below their target, missing targets, what waits, is stuck or came back. */
export function LeadingCard({ podName, updates }: LeadingCardProps) {
  const { week, failed, refetch } = usePodWeek(podName);
  const behind = week && trainersBehind(week);
  const activity = usePodActivity(podName, updates);
  const seesAll = useMay()(['pod-info-public-view']);
  return (
    <NowCard
      title={`${podName} this week`}
      count={behind?.length}
      failed={failed}
      onRetry={refetch}
      to={paths.podLead(podName)}
      button="Open the Lead Dashboard"
      listHeight={LIST_HEIGHT}
      empty={week && <StateOfWeek week={week} behind={0} />}
    >
      {week && behind && behind.length > 0 && (
        <>
          <Note>
            <StateOfWeek week={week} behind={behind.length} />
          </Note>
          <Box component="ul" aria-label={`Trainers of ${podName} below their target`}>
            {behind.slice(0, MOST).map((member) => (
              <Trainer key={member.email} member={member} />
            ))}
          </Box>
          {behind.length > MOST && (
            <Note>and {plural(behind.length - MOST, 'other trainer', 'other trainers')}</Note>
          )}
        </>
      )}
      {week && <NextWeek week={week} />}
      {activity.data && <PodBacklog activity={activity.data} />}
      {activity.isPending && <NoteToCome height={WAITING_HEIGHT} />}
      {activity.isLoadingError && (
        <FailedNote what="What waits here" onRetry={() => void activity.refetch()} />
      )}
      {week && seesAll && <PodRework projectId={week.project_id} {...{ podName, updates }} />}
    </NowCard>
  );
}

/** Of what waits and what came back. */
const LIST_HEIGHT = { height: { xs: 177, sm: 76 } };
const WAITING_HEIGHT = { xs: 60, sm: 20 };

/** Those with the smallest share of what is due first. */
function trainersBehind({ members }: WeeklyProgress): MemberProgress[] {
  return members
    .filter(({ level }) => level === 'error' || level === 'warning')
    .toSorted((a, b) => (a.level_percent ?? 0) - (b.level_percent ?? 0));
}

interface StateProps {
  week: WeeklyProgress;
  /** How many trainers are below their target. */
  behind: number;
}

function StateOfWeek({ week, behind }: StateProps) {
  const { target, members } = week;
  if (target === null) {
    return (
      <>
        No weekly target is set for this week. <SetTarget pod={week} monday={week.week_start} />
      </>
    );
  }
  const trainers = members.filter(({ role }) => role === 'trainer').length;
  const of = plural(trainers, 'trainer', 'trainers');
  if (behind === 0) return `None of ${of} is behind their target.`;
  return `${behind} of ${of} ${behind === 1 ? 'is' : 'are'} behind their target.`;
}

function Trainer({ member }: { member: MemberProgress }) {
  const { name, email, goal, level, level_percent: percent } = member;
  return (
    <Row
      component="li"
      wrap
      sx={{ columnGap: 1.5, py: 0.75, borderTop: 1, borderColor: 'divider' }}
    >
      <Link
        component={RouterLink}
        to={paths.trainerStats(email)}
        variant="subtitle2"
        color="textPrimary"
        sx={{ flex: '1 1 140px', minWidth: 0, overflowWrap: 'anywhere' }}
      >
        {name}
      </Link>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}
      >
        <StatusDot style={{ background: levelColor(level) }} />
        {level && LEVEL_WORDS[level]}
        {goal && percent !== null && ` · ${formatPercent(percent)} ${levelBasis(member, goal)}`}
      </Typography>
    </Row>
  );
}

function NextWeek({ week }: { week: WeeklyProgress }) {
  const next = useQuery(weekOptions(week.pod_name, dayAfter(week.week_end))).data;
  if (!next || next.target !== null) return null;
  return (
    <Note>
      Next week has no weekly target yet. <SetTarget pod={week} monday={next.week_start} />
    </Note>
  );
}

interface SetTargetProps {
  pod: Pick<WeeklyProgress, 'project_id' | 'pod_name'>;
  /** Of the week without a target, YYYY-MM-DD. */
  monday: string;
}

/** Leads to the form of the target, for those who may set it. */
function SetTarget({ pod: { project_id: projectId, pod_name: name }, monday }: SetTargetProps) {
  const session = useSessionStore((state) => state.session);
  if (!mayIn(projectId, session, ['pod-targets-manage'])) return null;
  return (
    <Link component={RouterLink} to={`${paths.podLead(name)}?target=${monday}`}>
      Set the target
    </Link>
  );
}

/** @param day YYYY-MM-DD */
function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
