import CheckIcon from '~icons/ic/baseline-check';
import LogoutIcon from '~icons/ic/baseline-logout';
import DevicesIcon from '~icons/ic/outline-devices';
import { Box, ListItemIcon, ListItemText, Menu, MenuItem, Typography } from '@mui/material';
import { useSessionsDialog } from '../../features/sessions/dialog-store';
import { useCsvStore } from '../../lib/csv-dialect';
import { userOf, useSessionStore } from '../../session/session-store';
import { useSignOut } from '../use-sign-out';

interface UserMenuItemsProps {
  anchor: HTMLElement;
  onClose: () => void;
}

/** Name and email of the user, how their CSV files are written, and the sign-out. */
export function UserMenuItems({ anchor, onClose }: UserMenuItemsProps) {
  const user = useSessionStore(userOf);
  const signOut = useSignOut();
  const showSessions = useSessionsDialog((state) => state.show);
  const { forExcel, setForExcel } = useCsvStore();

  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <Box
        sx={(theme) => ({
          ...{ px: 2, py: 1, mb: 0.75, minWidth: 220, maxWidth: 320 },
          borderBottom: `1px solid ${theme.vars.palette.line.soft}`,
        })}
      >
        <Typography variant="subtitle1" noWrap>
          {user?.name}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {user?.email}
        </Typography>
      </Box>
      <MenuItem
        role="menuitemcheckbox"
        aria-checked={forExcel}
        onClick={() => setForExcel(!forExcel)}
      >
        <ListItemIcon>{forExcel && <CheckIcon fontSize="small" />}</ListItemIcon>
        <ListItemText secondary="Downloads open there with their columns">
          CSV for Excel
        </ListItemText>
      </MenuItem>
      <MenuItem
        divider
        onClick={() => {
          onClose();
          showSessions();
        }}
      >
        <ListItemIcon>
          <DevicesIcon fontSize="small" />
        </ListItemIcon>
        Where you are signed in
      </MenuItem>
      <MenuItem
        onClick={() => {
          onClose();
          void signOut();
        }}
        sx={{ color: 'error.main' }}
      >
        <ListItemIcon sx={{ color: 'inherit' }}>
          <LogoutIcon fontSize="small" />
        </ListItemIcon>
        Logout
      </MenuItem>
    </Menu>
  );
}
