import { Alert, Box, Button, Skeleton, TextField, Typography } from '@mui/material';
import type { ProjectUser } from '@portal/contracts/projects';
import { emailSchema } from '@portal/contracts/scalars';
import type { ListedUser } from '@portal/contracts/users';
import { Suspense, useState, type SubmitEvent } from 'react';
import { detailOf } from '../../../lib/api-error';
import { mayIn } from '../../../session/permissions';
import { useSessionStore } from '../../../session/session-store';
import { RolePicker } from '../../../entities/roles/role-picker';
import { PendingButton } from '../../../ui/pending-button';
import { FailureAlert } from '../../../ui/failure';
import { Columns, Row } from '../../../ui/layout';
import { useAssignUser } from '../api';
import { lazyPart } from '../../../ui/lazy-part';

// The search of users loads after the card.
const UserField = lazyPart(async () => (await import(/* at once */ './user-field')).UserField);

interface AssignFormProps {
  projectId: number;
  /** The users who already have a role; undefined while loading or refused. */
  assigned: readonly ProjectUser[] | undefined;
}

/** Assigns a role in the project to a user, chosen from the list or entered by email. */
export function AssignForm({ projectId, assigned = [] }: AssignFormProps) {
  const session = useSessionStore((state) => state.session);
  const seesUsers = mayIn(projectId, session, ['user-view', 'user-manage']);
  const [byEmail, setByEmail] = useState(!seesUsers);
  const [picked, setPicked] = useState<ListedUser | null>(null);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('');
  const [missing, setMissing] = useState('');
  const assign = useAssignUser(projectId);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const typed = emailSchema.safeParse(email);
    const user = byEmail ? typed.data : picked?.id;
    setMissing(missingText(byEmail && email !== '' && !typed.success, user, role));
    if (user === undefined || role === '') return;
    assign.mutate(
      { user, role },
      { onSuccess: () => (setPicked(null), setEmail(''), setRole('')) },
    );
  }

  return (
    <Box component="form" noValidate aria-label="Assign a user" onSubmit={submit} sx={{ mb: 2 }}>
      <Columns columns={{ sm: [2, 1, 'max-content'] }} gap={1.5} sx={{ alignItems: 'start' }}>
        {byEmail ? (
          <TextField
            size="small"
            label="Email"
            type="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            autoComplete="off"
          />
        ) : (
          <Suspense fallback={<Skeleton variant="rounded" height={40} />}>
            <UserField {...{ projectId, assigned }} value={picked} onChange={setPicked} />
          </Suspense>
        )}
        <RolePicker value={role} onChange={setRole} projectId={projectId} />
        <PendingButton
          type="submit"
          variant="contained"
          pending={assign.isPending}
          sx={{ height: 40 }}
        >
          Assign
        </PendingButton>
      </Columns>
      <Row wrap gap={1} sx={{ mt: 0.5 }}>
        {seesUsers && (
          <Button size="small" onClick={() => setByEmail(!byEmail)} sx={{ ml: -0.5 }}>
            {byEmail ? 'Choose from the list' : 'Enter an email'}
          </Button>
        )}
        {byEmail && (
          <Typography variant="caption" color="textSecondary">
            The email of a user of the portal; a role that they have in the project is replaced.
          </Typography>
        )}
      </Row>
      {missing !== '' && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {missing}
        </Alert>
      )}
      {assign.error && (
        <Box sx={{ mt: 1 }}>
          <FailureAlert title={detailOf(assign.error, 'Failed to assign user to project')} />
        </Box>
      )}
    </Box>
  );
}

function missingText(isNoEmail: boolean, user: unknown, role: string): string {
  if (isNoEmail) return 'Must be a valid email';
  return user === undefined || role === '' ? 'User and Role must be selected.' : '';
}
