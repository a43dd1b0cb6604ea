import { ListItemText } from '@mui/material';
import { FailureAlert } from '../../ui/failure';
import { SelectField, type Option } from '../../ui/inputs/select-field';
import { RoleChip, roleTitle } from '../../ui/role-chip';
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
  const { isLoadingError, refetch } = useRoles();
  const options = useRoleOptions(projectId);
  if (isLoadingError) {
    return <FailureAlert title="Error loading available roles" onRetry={refetch} />;
  }
  return (
    <SelectField
      size="small"
      label="Role"
      {...{ value, onChange, options }}
      {...(optional && { none: 'No role' })}
      slotProps={{
        inputLabel: optional ? { shrink: true } : {},
        select: {
          displayEmpty: optional,
          renderValue: (name) => roleTitle(String(name)) || 'No role',
        },
      }}
    />
  );
}

interface HeldRoleProps {
  /** Accessible name. */
  label: string;
  projectId: number;
  role: string;
  /** The role that is being given instead. */
  pending: string | undefined;
  onChange: (role: string) => void;
}

/** The role that a user has in a project; the caller can give another one instead. */
export function HeldRole({ label, projectId, role, pending, onChange }: HeldRoleProps) {
  const { data: roles } = useRoles();
  const held = roles?.find(({ name }) => name === role);
  const refusal = useRefusal(projectId)(held);
  const options = useRoleOptions(projectId);
  return (
    <SelectField
      size="small"
      variant="standard"
      value={pending ?? role}
      options={held ? options : [{ value: role, label: roleTitle(role) }, ...options]}
      onChange={onChange}
      disabled={refusal !== null}
      {...(refusal !== null && { title: refusal })}
      slotProps={{
        input: { disableUnderline: true, readOnly: pending !== undefined },
        htmlInput: { 'aria-label': label },
        select: { renderValue: (name) => <RoleChip role={String(name)} /> },
      }}
      sx={{ maxWidth: '100%' }}
    />
  );
}

/** All roles, each with what it is for, or why the caller cannot give it. */
function useRoleOptions(projectId: number | undefined): readonly Option[] {
  const { data: roles = [] } = useRoles();
  const refusalOf = useRefusal(projectId);
  return roles.map((role) => ({
    value: role.name,
    disabled: refusalOf(role) !== null,
    label: (
      <ListItemText
        primary={roleTitle(role.name)}
        secondary={refusalOf(role) ?? role.description}
        slotProps={{
          primary: { variant: 'body2' },
          secondary: { variant: 'caption', sx: { whiteSpace: 'normal', maxWidth: 340 } },
        }}
      />
    ),
  }));
}
