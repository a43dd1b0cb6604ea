import { Box, Link, Skeleton, Typography } from '@mui/material';
import type { PodMember } from '@portal/contracts/pods';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../lib/paths';
import { usePod } from '../../entities/pods/open-pod';
import { useMay } from '../../session/permissions';
import { MemberClock } from '../../ui/member-clock';
import { UserPicture } from '../../ui/user-picture';
import { Columns, Row } from '../../ui/layout';
import { QueryView } from '../../ui/query-view';
import { memberName, roleGroups } from './role-groups';

/** The members of the open pod by role, with their clocks. */
export function MemberPanel() {
  const { members } = usePod();
  return (
    <QueryView
      query={members}
      pending={<Skeleton variant="rounded" height={160} />}
      failed="The members could not be loaded."
      inLine
    >
      {(data) => <Members members={data} />}
    </QueryView>
  );
}

function Members({ members }: { members: readonly PodMember[] }) {
  const seesStats = useMay()(['pod-info-public-view']);
  if (members.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ px: 1.5 }}>
        This pod has no members.
      </Typography>
    );
  }
  return (
    <Columns component="section" aria-label="Pod members" gap={2}>
      {roleGroups(members).map((group) => (
        <Box key={group.role}>
          <Typography
            variant="overline"
            component="h2"
            color="textSecondary"
            sx={{ px: 1.5, lineHeight: 2, textTransform: 'uppercase' }}
          >
            {group.title} · {group.members.length}
          </Typography>
          <Box component="ul">
            {group.members.map((member) => (
              <Member key={member.user_email} member={member} linked={seesStats} />
            ))}
          </Box>
        </Box>
      ))}
    </Columns>
  );
}

function Member({ member, linked }: { member: PodMember; linked: boolean }) {
  const { user_email: email, profile_picture: picture, timezone } = member;
  const name = memberName(member);
  return (
    <Row component="li" gap={1.25} sx={{ px: 1.5, minHeight: 40 }}>
      <UserPicture user={{ name, email, picture }} size={26} />
      <Typography variant="body2" noWrap title={email} sx={{ flex: 1, minWidth: 0 }}>
        {linked ? (
          <Link component={RouterLink} to={paths.trainerStats(email)} color="inherit">
            {name}
          </Link>
        ) : (
          name
        )}
      </Typography>
      <Box sx={{ textAlign: 'right', flexShrink: 0 }}>
        <MemberClock zone={timezone} />
      </Box>
    </Row>
  );
}
