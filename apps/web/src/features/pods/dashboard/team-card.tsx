import { Box, Link, Skeleton, Typography } from '@mui/material';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import type { PodMember } from '@portal/contracts/pods';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router';
import { plural, formatWork } from '../../../lib/format';
import { usePod } from '../../../entities/pods/open-pod';
import { useMay } from '../../../session/permissions';
import { userOf, useSessionStore } from '../../../session/session-store';
import { SectionCard } from '../../../ui/section-card';
import { LoadError } from '../../../ui/load-error';
import { roleGroups, nameOr } from '../role-groups';
import { paths } from '../../../lib/paths';
import { MemberClock } from '../../../ui/member-clock';
import { UserPicture } from '../../../ui/user-picture';

/** The members by role, with picture, clock and work of the week. */
export function TeamCard({ week }: { week: WeeklyProgress | undefined }) {
  const work = new Map(week?.members.map((member) => [member.email, member]));
  const { members } = usePod();
  const seesStats = useMay()(['pod-info-public-view']);
  const own = useSessionStore(userOf)?.email;
  return (
    <SectionCard
      title="Team"
      detail={members.data && plural(members.data.length, 'member', 'members')}
    >
      <LoadError
        error={members.error}
        at={members.errorUpdatedAt}
        fallback="The members could not be loaded"
        onRetry={() => void members.refetch()}
      />
      {members.data ? (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          {roleGroups(members.data).map((group) => (
            <Box key={group.role} component="section" aria-label={group.title}>
              <Typography variant="subtitle2" component="h3" color="textSecondary" sx={{ mb: 1 }}>
                {group.title} · {group.members.length}
              </Typography>
              <Box
                component="ul"
                sx={{
                  listStyle: 'none',
                  m: 0,
                  p: 0,
                  display: 'grid',
                  gap: 1,
                  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 290px), 1fr))',
                }}
              >
                {group.members.map((member) => (
                  <TeamMember
                    key={member.user_email}
                    member={member}
                    done={doneText(work.get(member.user_email))}
                    linked={seesStats || member.user_email === own}
                  />
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      ) : (
        members.isPending && <Skeleton variant="rounded" height={200} />
      )}
    </SectionCard>
  );
}

interface TeamMemberProps {
  member: PodMember;
  /** Done in the week; undefined while the week is not loaded. */
  done: string | undefined;
  /** Whether the user may open the statistics of the member. */
  linked: boolean;
}

/** A member with clock and work of the week. Renders only if they change. */
const TeamMember = memo(function TeamMember({ member, done, linked }: TeamMemberProps) {
  const { user_email: email, profile_picture: picture, timezone } = member;
  const name = nameOr(email, member.user_name);
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1.5,
        py: 1,
        minWidth: 0,
        borderRadius: 2,
        backgroundColor: theme.vars.palette.surface.sunken,
      })}
    >
      <UserPicture user={{ name, email, picture }} size={36} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle1" noWrap title={email}>
          {linked ? (
            <Link component={RouterLink} to={paths.trainerStats(email)} color="inherit">
              {name}
            </Link>
          ) : (
            name
          )}
        </Typography>
        <Typography variant="caption" color="textSecondary" noWrap component="p">
          {done ?? email}
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'right', flexShrink: 0 }}>
        <MemberClock zone={timezone} />
      </Box>
    </Box>
  );
});

/** The work of trainers, the reviews of the others. */
function doneText(member: MemberProgress | undefined): string | undefined {
  if (!member) return undefined;
  const { role, tasks, turns, reviews } = member;
  return role === 'trainer' ? formatWork(tasks, turns) : plural(reviews, 'review', 'reviews');
}
