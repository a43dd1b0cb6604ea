import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { PodMember } from '@portal/contracts/pods';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import { plural } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { usePod } from '../../../session/open-pod';
import { CardHeader } from '../../../ui/card-header';
import { LoadError } from '../../../ui/load-error';
import { MemberClock } from '../../../ui/member-clock';
import { UserPicture } from '../../../ui/user-picture';
import { roleGroups } from '../role-groups';

/** The members by role, with picture and clock. */
export function TeamCard() {
  const titleId = useId();
  const { members } = usePod();
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2.5 }}>
      <CardHeader
        title="Team"
        titleId={titleId}
        detail={members.data && plural(members.data.length, 'member', 'members')}
      />
      <LoadError
        error={members.error}
        at={members.errorUpdatedAt}
        fallback="The members could not be loaded"
      />
      {members.data ? (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          {roleGroups(members.data, ({ user_name }) => user_name).map((group) => (
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
                  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 250px), 1fr))',
                }}
              >
                {group.members.map((member) => (
                  <Member key={member.user_email} member={member} />
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      ) : (
        members.isPending && <Skeleton variant="rounded" height={200} />
      )}
    </Card>
  );
}

function Member({ member }: { member: PodMember }) {
  const { user_name: name, user_email: email, profile_picture: picture, timezone } = member;
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
        <Typography variant="subtitle1" noWrap>
          <Link component={RouterLink} to={paths.trainerStats(email)} color="inherit">
            {name}
          </Link>
        </Typography>
        <Typography variant="caption" color="textSecondary" noWrap component="p" title={email}>
          {email}
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'right', flexShrink: 0 }}>
        <MemberClock zone={timezone} />
      </Box>
    </Box>
  );
}
