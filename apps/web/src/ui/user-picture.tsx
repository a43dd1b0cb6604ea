import PersonIcon from '@mui/icons-material/PersonOutlined';
import Avatar from '@mui/material/Avatar';
import type { SignedInUser } from '@portal/contracts/auth';

interface UserPictureProps {
  user: SignedInUser | undefined;
  /** CSS pixels. */
  size: number;
}

/** The user's picture; the default icon if there is none or it cannot be loaded. */
export function UserPicture({ user, size }: UserPictureProps) {
  return (
    <Avatar
      {...(user?.picture ? { src: user.picture } : {})}
      alt=""
      slotProps={{ img: { referrerPolicy: 'no-referrer' } }}
      sx={(theme) => ({
        width: size,
        height: size,
        color: 'text.secondary',
        bgcolor: theme.vars.palette.surface.raised,
        border: `1px solid ${theme.vars.palette.line.strong}`,
      })}
    >
      <PersonIcon sx={{ fontSize: size * 0.6 }} />
    </Avatar>
  );
}
