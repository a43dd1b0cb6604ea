import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import type { ProjectUser } from '@portal/contracts/projects';
import { useRefusal } from '../../../entities/roles/use-refusal';
import { RoleChip } from '../../../ui/role-chip';
import { useRoles } from '../../../entities/roles/api';
import { useAssignUser } from '../api';
import { useRoleItems } from '../../../entities/roles/role-picker';

interface RoleSelectProps {
  projectId: number;
  user: ProjectUser;
}

/** The role of a user, which can be replaced by another one. */
export function RoleSelect({ projectId, user: { id, email, role, version } }: RoleSelectProps) {
  const { data: roles = [] } = useRoles();
  const items = useRoleItems(roles, projectId);
  const assign = useAssignUser(projectId);
  const held = roles.find(({ name }) => name === role);
  const refusal = useRefusal(projectId)(held);
  return (
    <Select<string>
      size="small"
      variant="standard"
      disableUnderline
      value={assign.isPending ? assign.variables.role : role}
      disabled={assign.isPending || refusal !== null}
      {...(refusal !== null && { title: refusal })}
      renderValue={(name) => <RoleChip role={name} />}
      inputProps={{ 'aria-label': `Role of ${email}` }}
      onChange={({ target }) => assign.mutate({ user: id, role: target.value, replaces: version })}
      sx={{ maxWidth: '100%' }}
    >
      {!held && <MenuItem value={role}>{role}</MenuItem>}
      {items}
    </Select>
  );
}
