import DeleteIcon from '~icons/ic/outline-delete';
import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { ProjectRole } from '@portal/contracts/user-access';
import { useRoles } from '../../../entities/roles/api';
import { HeldRole } from '../../../entities/roles/role-picker';
import { useRefusal } from '../../../entities/roles/use-refusal';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { Row } from '../../../ui/layout';
import { RoleChip, roleLabels, roleTitle } from '../../../ui/role-chip';
import { useAssignRole, useRemoveRole } from '../api';
import { useMayAssign } from './use-may-assign';

interface RoleRowProps {
  userId: number;
  /** Of the user. */
  name: string;
  held: ProjectRole;
}

/** One role of the user, which can be removed; one in a project can also be replaced by another one. */
export function RoleRow({ userId, name: userName, held }: RoleRowProps) {
  const { project_id, project_name, role, version } = held;
  const mayAssign = useMayAssign()(project_id);
  const { data: roles = [] } = useRoles();
  const assign = useAssignRole(userId);
  const remove = useRemoveRole(userId);
  const { dialog, confirm } = useDialog();
  const isGlobal = project_id === ALL_PROJECTS_ID;
  const refusal = useRefusal(project_id)(roles.find(({ name }) => name === role));
  const [shown] = roleLabels({ [project_id]: role }, [{ id: project_id, name: project_name }]);
  return (
    <Row component="li" wrap gap={1} sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <RoleChip role={role} label={shown?.label ?? roleTitle(role)} />
      </Box>
      {mayAssign && refusal !== null && (
        <Typography variant="caption" color="textSecondary" sx={{ maxWidth: '36ch' }}>
          {refusal}
        </Typography>
      )}
      {mayAssign && refusal === null && (
        <Row gap={0.5}>
          {!isGlobal && (
            <HeldRole
              label={`Role in ${project_name}`}
              projectId={project_id}
              role={role}
              pending={assign.isPending ? assign.variables.role : undefined}
              onChange={(chosen) => assign.mutate({ project_id, role: chosen, replaces: version })}
            />
          )}
          <Tooltip title="Remove">
            <IconButton
              aria-label={`Remove the role in ${project_name}`}
              onClick={() =>
                confirm({
                  title: 'Remove this role?',
                  text: `${userName} loses the role '${roleTitle(role)}' in ${isGlobal ? 'all projects' : project_name} immediately.`,
                  confirm: 'Remove',
                  onConfirm: () => remove.mutate(project_id),
                })
              }
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Row>
      )}
      {dialog}
    </Row>
  );
}
