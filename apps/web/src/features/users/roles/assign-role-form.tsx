import { Alert, Box, Typography } from '@mui/material';
import type { ProjectRole } from '@portal/contracts/user-access';
import { useState, type SubmitEvent } from 'react';
import { SelectField } from '../../../ui/inputs/select-field';
import { PendingButton } from '../../../ui/pending-button';
import { useAssignRole } from '../api';
import { RolePicker } from '../../../entities/roles/role-picker';
import { Columns } from '../../../ui/layout';
import { useMayAssign } from './use-may-assign';
import { usePlaces } from './use-places';

interface AssignRoleFormProps {
  userId: number;
  /** The roles that the user already has. */
  held: readonly ProjectRole[];
}

/** Assigns a role in a project where the user has none and the caller may assign one. */
export function AssignRoleForm({ userId, held }: AssignRoleFormProps) {
  const mayAssign = useMayAssign();
  const places = usePlaces();
  const assign = useAssignRole(userId);
  const [projectId, setProjectId] = useState('');
  const [role, setRole] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const manageable = places.filter(({ id }) => mayAssign(id));
  const free = manageable.filter(({ id }) => !held.some(({ project_id }) => project_id === id));
  if (manageable.length === 0) return null;
  const chosen = free.some(({ id }) => String(id) === projectId) ? projectId : '';

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const incomplete = chosen === '' || role === '';
    setIncomplete(incomplete);
    if (incomplete) return;
    const choose = { project_id: Number(chosen), role };
    assign.mutate(choose, { onSuccess: () => (setProjectId(''), setRole('')) });
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ mt: 2.5 }}>
      <Typography variant="subtitle2" sx={{ mb: 1.5 }}>
        Assign a role
      </Typography>
      <Columns columns={{ sm: [1, 1, 'max-content'] }} gap={1.5} sx={{ alignItems: 'start' }}>
        <SelectField
          size="small"
          label="Project"
          value={chosen}
          disabled={free.length === 0}
          options={free.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={setProjectId}
          helperText={free.length === 0 ? 'The user has a role in each of your projects' : ''}
        />
        <RolePicker
          value={role}
          onChange={setRole}
          projectId={chosen === '' ? undefined : Number(chosen)}
        />
        <PendingButton
          type="submit"
          variant="contained"
          pending={assign.isPending}
          disabled={free.length === 0}
          sx={{ height: 40 }}
        >
          Assign
        </PendingButton>
      </Columns>
      {isIncomplete && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          Project and Role must be selected.
        </Alert>
      )}
    </Box>
  );
}
