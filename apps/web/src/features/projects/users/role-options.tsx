import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import type { Role } from '@portal/contracts/roles';
import { mayIn } from '../../../session/permissions';
import { useSessionStore } from '../../../session/session-store';

/** The items of a select of roles. Roles beyond the user's own permissions are disabled. */
export function useRoleItems(roles: readonly Role[], projectId: number) {
  const session = useSessionStore((state) => state.session);
  return roles.map(({ name, description, permissions }) => {
    const isBeyond = !permissions.every((permission) => mayIn(projectId, session, [permission]));
    return (
      <MenuItem key={name} value={name} disabled={isBeyond}>
        <ListItemText
          primary={name}
          secondary={isBeyond ? 'Has permissions that you do not have' : description}
          slotProps={{
            primary: { variant: 'body2' },
            secondary: { variant: 'caption', sx: { whiteSpace: 'normal', maxWidth: 340 } },
          }}
        />
      </MenuItem>
    );
  });
}
