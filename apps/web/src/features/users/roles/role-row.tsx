import DeleteIcon from '~icons/ic/outline-delete';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ProjectRole } from '@portal/contracts/user-access';
import { useRoles } from '../../../entities/roles/api';
import { useRefusal } from '../../../entities/roles/use-refusal';
import { RoleChip, roleLabels } from '../../../ui/role-chip';
import { useAssignRole } from '../api';
import { useMayAssign } from './use-may-assign';

interface RoleRowProps {
  userId: number;
  held: ProjectRole;
  onRemove: () => void;
}

/** One role of the user, which can be replaced by another one or removed. */
export function RoleRow({ userId, held, onRemove }: RoleRowProps) {
  const { project_id, project_name, role, version } = held;
  const mayAssign = useMayAssign()(project_id);
  const { data: roles = [] } = useRoles();
  const assign = useAssignRole(userId);
  const refusal = useRefusal(project_id)(roles.find(({ name }) => name === role));
  const [shown] = roleLabels({ [project_id]: role }, [{ id: project_id, name: project_name }]);
  const names = roles.some(({ name }) => name === role)
    ? roles.map(({ name }) => name)
    : [role, ...roles.map(({ name }) => name)];
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1,
        borderBottom: `1px solid ${theme.vars.palette.line.soft}`,
      })}
    >
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <RoleChip role={role} label={shown?.label ?? role} />
      </Box>
      {mayAssign && refusal !== null && (
        <Typography variant="caption" color="textSecondary" sx={{ maxWidth: '36ch' }}>
          {refusal}
        </Typography>
      )}
      {mayAssign && refusal === null && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Select<string>
            size="small"
            value={assign.isPending ? assign.variables.role : role}
            readOnly={assign.isPending}
            inputProps={{ 'aria-label': `Role in ${project_name}` }}
            onChange={({ target }) =>
              assign.mutate({ project_id, role: target.value, replaces: version })
            }
            sx={{ minWidth: 160, fontSize: '0.875rem' }}
          >
            {names.map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </Select>
          <Tooltip title="Remove">
            <IconButton aria-label={`Remove the role in ${project_name}`} onClick={onRemove}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Box>
      )}
    </Box>
  );
}
