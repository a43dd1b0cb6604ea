import BellIcon from '~icons/ic/outline-notifications';
import { Box, IconButton } from '@mui/material';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { useLiveStore } from '../../live/live-store';

const MOST = 99;

/** Leads to what the portal told the user, with the pushed count of what is unread. */
export function Bell() {
  const unread = useLiveStore((state) => state.unread);
  const count = unread > MOST ? `${MOST}+` : unread;
  return (
    <IconButton
      component={Link}
      to={paths.notifications}
      aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
    >
      <BellIcon fontSize="small" />
      {unread > 0 && (
        <Box
          component="span"
          sx={{
            ...{ position: 'absolute', top: 0, right: 0, minWidth: 17, px: 0.5, borderRadius: 2 },
            ...{ bgcolor: 'error.main', color: 'error.contrastText' },
            ...{ fontSize: 10.5, lineHeight: '17px', fontWeight: 600 },
          }}
        >
          {count}
        </Box>
      )}
    </IconButton>
  );
}
