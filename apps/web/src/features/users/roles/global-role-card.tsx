import { roleTitle } from '../../../ui/role-chip';
import { Alert, Box, Typography } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { ProjectRole } from '@portal/contracts/user-access';
import { useState, type SubmitEvent } from 'react';
import { useRoles } from '../../../entities/roles/api';
import { RolePicker } from '../../../entities/roles/role-picker';
import { useRefusal } from '../../../entities/roles/use-refusal';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { Columns } from '../../../ui/layout';
import { PendingButton } from '../../../ui/pending-button';
import { SectionCard } from '../../../ui/section-card';
import { useAssignRole, useProjectRoles } from '../api';
import { RoleRow } from './role-row';
import { useMayAssign } from './use-may-assign';

interface GlobalRoleProps {
  userId: number;
  name: string;
}

/** The role in all projects: shown apart from roles in one project, since its permissions hold everywhere. */
export function GlobalRoleCard({ userId, name }: GlobalRoleProps) {
  const { data: roles } = useProjectRoles(userId);
  const mayAssign = useMayAssign()(ALL_PROJECTS_ID);
  const held = roles?.find(({ project_id }) => project_id === ALL_PROJECTS_ID);
  if (!roles || (!held && !mayAssign)) return null;
  return (
    <SectionCard
      title="Role in All Projects"
      detail="It applies in every project, also in those that are created later"
    >
      {held ? (
        <Box component="ul">
          <RoleRow userId={userId} name={name} held={held} />
        </Box>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {name} has no role in all projects.
        </Typography>
      )}
      {mayAssign && <GlobalRoleForm userId={userId} name={name} held={held} />}
    </SectionCard>
  );
}

/** Gives the role, or another one instead of it, after a question. */
function GlobalRoleForm({
  userId,
  name,
  held,
}: GlobalRoleProps & { held: ProjectRole | undefined }) {
  const { data: roles = [] } = useRoles();
  const refusalOf = useRefusal(ALL_PROJECTS_ID);
  const assign = useAssignRole(userId);
  const [chosen, setChosen] = useState('');
  const { dialog, confirm } = useDialog();
  const [isIncomplete, setIncomplete] = useState(false);
  const role = roles.find((one) => one.name === chosen && one.name !== held?.role);
  if (held && refusalOf(roles.find((one) => one.name === held.role)) !== null) return null;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setIncomplete(role === undefined);
    if (!role) return;
    const given = {
      project_id: ALL_PROJECTS_ID,
      role: role.name,
      ...(held && { replaces: held.version }),
    };
    confirm({
      title: `Give '${role.name}' in all projects?`,
      text: whatItGives(name, role.permissions, held),
      confirm: 'Give in All Projects',
      onConfirm: () => assign.mutate(given, { onSuccess: () => setChosen('') }),
    });
  }

  return (
    <Columns
      component="form"
      noValidate
      onSubmit={submit}
      columns={{ sm: [1, 'max-content'] }}
      gap={1.5}
      sx={{ mt: 2, alignItems: 'start' }}
    >
      <RolePicker value={chosen} onChange={setChosen} projectId={ALL_PROJECTS_ID} />
      <PendingButton
        type="submit"
        variant="outlined"
        pending={assign.isPending}
        sx={{ height: 40 }}
      >
        {held ? 'Change in All Projects…' : 'Assign in All Projects…'}
      </PendingButton>
      {isIncomplete && (
        <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
          {held ? 'Another role must be selected.' : 'A role must be selected.'}
        </Alert>
      )}
      {dialog}
    </Columns>
  );
}

function whatItGives(
  name: string,
  permissions: readonly string[],
  held: ProjectRole | undefined,
): string {
  const where = 'in every project, also in those that are created later';
  const gets = permissions.includes('full-access')
    ? `${name} may do everything ${where}: see and change all data, and give and take roles.`
    : `${name} gets ${permissions.join(', ') || 'no permission'} ${where}.`;
  return held ? `${gets} It replaces the role '${roleTitle(held.role)}'.` : gets;
}
