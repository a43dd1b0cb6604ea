import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { PodMember } from '@portal/contracts/pods';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router';
import { formatWork } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { MemberClock } from '../../../ui/member-clock';
import { UserPicture } from '../../../ui/user-picture';
import { nameOr } from '../role-groups';

interface TeamMemberProps {
  member: PodMember;
  /** Done in the week; undefined while the week is not loaded. */
  tasks: number | undefined;
  turns: number | undefined;
}

/** A member with clock and work of the week. Renders only if they change. */
export const TeamMember = memo(function TeamMember({ member, tasks, turns }: TeamMemberProps) {
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
          <Link component={RouterLink} to={paths.trainerStats(email)} color="inherit">
            {name}
          </Link>
        </Typography>
        <Typography variant="caption" color="textSecondary" noWrap component="p">
          {tasks === undefined || turns === undefined ? email : formatWork(tasks, turns)}
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'right', flexShrink: 0 }}>
        <MemberClock zone={timezone} />
      </Box>
    </Box>
  );
});
