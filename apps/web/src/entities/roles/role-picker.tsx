import { roleTitle } from '../../ui/role-chip';
import { ListItemText, MenuItem, TextField } from '@mui/material';
import type { Role } from '@portal/contracts/roles';
import { FailureAlert } from '../../ui/failure';
import { useRoles } from './api';
import { useRefusal } from './use-refusal';

interface RolePickerProps {
  value: string;
  onChange: (role: string) => void;
  /** The project of the assignment; roles beyond the caller's own permissions there are disabled. */
  projectId: number | undefined;
  /** No role is an option. */
  optional?: boolean;
}

/** Chooses a role by name; each option says what the role is for. */
export function RolePicker({ value, onChange, projectId, optional = false }: RolePickerProps) {
  const { data: roles = [], isLoadingError, refetch } = useRoles();
  const items = useRoleItems(roles, projectId);
  if (isLoadingError) {
    return <FailureAlert title="Error loading available roles" onRetry={refetch} />;
  }
  return (
    <TextField
      select
      size="small"
      label="Role"
      value={roles.some(({ name }) => name === value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        inputLabel: optional ? { shrink: true } : {},
        select: {
          displayEmpty: optional,
          renderValue: (name) => roleTitle(String(name)) || 'No role',
        },
      }}
    >
      {optional && <MenuItem value="">No role</MenuItem>}
      {items}
    </TextField>
  );
}

/** The items of a select of roles. Roles beyond the user's own permissions are disabled. */
export function useRoleItems(roles: readonly Role[], projectId: number | undefined) {
  const refusalOf = useRefusal(projectId);
  return roles.map((role) => (
    <MenuItem key={role.name} value={role.name} disabled={refusalOf(role) !== null}>
      <ListItemText
        primary={roleTitle(role.name)}
        secondary={refusalOf(role) ?? role.description}
        slotProps={{
          primary: { variant: 'body2' },
          secondary: { variant: 'caption', sx: { whiteSpace: 'normal', maxWidth: 340 } },
        }}
      />
    </MenuItem>
  ));
}
