import { Box, Link, Skeleton, Typography } from '@mui/material';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import type { PodMember } from '@portal/contracts/pods';
import type { Days } from '@portal/domain/periods';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router';
import { plural } from '../../../lib/format';
import { usePod } from '../../../entities/pods/open-pod';
import { useMay } from '../../../session/permissions';
import { userOf, useSessionStore } from '../../../session/session-store';
import { SectionCard } from '../../../ui/section-card';
import { LoadError } from '../../../ui/load-error';
import { roleGroups, nameOr } from '../role-groups';
import { MemberWork } from './member-work';
import { paths } from '../../../lib/paths';
import { Columns, Row } from '../../../ui/layout';
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
        <Columns gap={2.5}>
          {roleGroups(members.data).map((group) => (
            <Box key={group.role} component="section" aria-label={group.title}>
              <Typography variant="subtitle2" component="h3" color="textSecondary" sx={{ mb: 1 }}>
                {group.title} · {group.members.length}
              </Typography>
              <Columns component="ul" columns={{ least: 290 }} gap={1}>
                {group.members.map((member) => (
                  <TeamMember
                    key={member.user_email}
                    member={member}
                    work={work.get(member.user_email)}
                    first={week?.week_start ?? ''}
                    last={week?.week_end ?? ''}
                    linked={seesStats || member.user_email === own}
                  />
                ))}
              </Columns>
            </Box>
          ))}
        </Columns>
      ) : (
        members.isPending && <Skeleton variant="rounded" height={200} />
      )}
    </SectionCard>
  );
}

interface TeamMemberProps extends Days {
  member: PodMember;
  /** Of the week; undefined while that is not loaded. */
  work: MemberProgress | undefined;
  /** Whether the user may open the statistics of the member. */
  linked: boolean;
}

/** A member with clock and work of the week. Renders only if they change. */
const TeamMember = memo(function TeamMember(props: TeamMemberProps) {
  const { member, work, first, last, linked } = props;
  const { user_email: email, profile_picture: picture, timezone } = member;
  const name = nameOr(email, member.user_name);
  return (
    <Row
      component="li"
      gap={1.5}
      sx={{ px: 1.5, py: 1, minWidth: 0, borderRadius: 2, bgcolor: 'surface.sunken' }}
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
          {work ? <MemberWork member={work} days={{ first, last }} /> : email}
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'right', flexShrink: 0 }}>
        <MemberClock zone={timezone} />
      </Box>
    </Row>
  );
});
