import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import type { Role } from '@portal/contracts/roles';
import { useRefusal } from '../../../entities/roles/use-refusal';

/** The items of a select of roles. Roles beyond the user's own permissions are disabled. */
export function useRoleItems(roles: readonly Role[], projectId: number) {
  const refusalOf = useRefusal(projectId);
  return roles.map((role) => {
    const { name, description } = role;
    const refusal = refusalOf(role);
    return (
      <MenuItem key={name} value={name} disabled={refusal !== null}>
        <ListItemText
          primary={name}
          secondary={refusal ?? description}
          slotProps={{
            primary: { variant: 'body2' },
            secondary: { variant: 'caption', sx: { whiteSpace: 'normal', maxWidth: 340 } },
          }}
        />
      </MenuItem>
    );
  });
}
