import { Alert, Box, Skeleton, Typography } from '@mui/material';
import {
  type Anonymisation,
  type AnonymisationInput,
  anonymisationSchema,
  type NamedRows,
} from '@portal/contracts/anonymisation';
import type { ListedUser } from '@portal/contracts/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { userKeys } from '../../../entities/users/api';
import { detailOf } from '../../../lib/api-error';
import { plural } from '../../../lib/format';
import { api } from '../../../session/api';
import { TypeToConfirmDialog } from '../../../ui/dialogs/type-to-confirm-dialog';
import { FailureAlert } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';

interface AnonymiseDialogProps {
  user: ListedUser;
  onClose: () => void;
}

/** Says what replaces a person where, and does it once the user has typed the email. */
export default function AnonymiseDialog({ user, onClose }: AnonymiseDialogProps) {
  const preview = useAnonymisation(user.id);
  const anonymise = useAnonymise(user.id);

  return (
    <TypeToConfirmDialog
      title={`Anonymise ${user.name || user.email}?`}
      field={{ label: 'Email of the user', text: user.email, isEmail: true }}
      action="Anonymise"
      isReady={preview.data !== undefined}
      change={anonymise}
      fallback="Failed to anonymise the user"
      onConfirm={() => anonymise.mutate({ email: user.email }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography variant="body2">
        For a person who left. Their name and email are replaced everywhere; every number stays as
        it is. They can no longer sign in.
      </Typography>
      <QueryView
        query={preview}
        pending={<Skeleton variant="rounded" height={160} aria-label="Counting" />}
        renderFailure={(error, onRetry) => (
          <FailureAlert
            title={detailOf(error, 'The places that name the user could not be counted')}
            onRetry={onRetry}
          />
        )}
      >
        {(found) => <Replaced found={found} />}
      </QueryView>
      <Typography variant="body2" color="textSecondary">
        Not changed: names in free texts, files of imports that are still kept, and backups. A task
        file that names the old email brings it back, so change it in the labeling tool first.
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        Type <strong>{user.email}</strong> to anonymise this user. This cannot be undone.
      </Typography>
    </TypeToConfirmDialog>
  );
}

const pathOf = (userId: number) => `/auth/users/${userId}/anonymisation`;

/** What names the user, counted when a dialog opens. */
function useAnonymisation(userId: number) {
  return useQuery({
    queryKey: [...userKeys.all(userId), 'anonymisation'],
    ...api.read(pathOf(userId), anonymisationSchema),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Anonymises the user. What is on the screen may name the person, so all of it is fetched again. */
function useAnonymise(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AnonymisationInput) => api.post(pathOf(userId), anonymisationSchema, body),
    meta: { succeeded: 'User anonymised' },
    onSuccess: () => void client.invalidateQueries(),
  });
}

function Replaced({ found: { email, name, rows } }: { found: Anonymisation }) {
  const replaced = partsOf(rows, REPLACED);
  const deleted = partsOf(rows, DELETED);
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      <strong>{name}</strong>, {email}, stands in their place
      {replaced.length > 0 ? ' in:' : '.'}
      {replaced.length > 0 && (
        <Box component="ul" aria-label="Replaced in" sx={{ listStyle: 'disc', pl: 2.5 }}>
          {replaced.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </Box>
      )}
      {deleted.length > 0 && <div>Deleted: {deleted.join(', ')}.</div>}
    </Alert>
  );
}

type Part = readonly [kind: keyof NamedRows, one: string, many: string];

const REPLACED: readonly Part[] = [
  ['tasks', 'task', 'tasks'],
  ['reviews', 'review', 'reviews'],
  ['pods', 'membership of a pod', 'memberships of pods'],
  ['changes', 'record of the audit', 'records of the audit'],
  ['imports', 'import or error of one', 'imports and their errors'],
  ['history', 'entry in the history of tasks', 'entries in the history of tasks'],
  ['others', 'other text', 'other texts'],
];
const DELETED: readonly Part[] = [
  ['api_tokens', 'API token', 'API tokens'],
  ['sessions', 'session', 'sessions'],
];

function partsOf(rows: NamedRows, parts: readonly Part[]): string[] {
  return parts
    .filter(([kind]) => rows[kind] > 0)
    .map(([kind, one, many]) => plural(rows[kind], one, many));
}
