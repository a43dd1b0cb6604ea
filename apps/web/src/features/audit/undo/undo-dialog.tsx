import { Alert, Box, Button, DialogActions, DialogContent, DialogContentText } from '@mui/material';
import { entityLabel } from '@portal/contracts/entities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api-error';
import { plural } from '../../../lib/format';
import { undoOptions } from '../../../entities/audit/undo';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import { type Effect, useGroupEffects } from '../api';
import { capitalised } from '../../../lib/words';
import { itemText } from '../change-texts';

interface UndoDialogProps {
  group: number;
  onClose: () => void;
}

/** Says what an undo will do, does it, and says why it is refused. */
export default function UndoDialog({ group, onClose }: UndoDialogProps) {
  const effects = useGroupEffects(group).data;
  const undo = useMutation({
    ...undoOptions(useQueryClient()),
    // The dialog shows a refusal itself.
    meta: { succeeded: 'Changes undone' },
  });
  const { error, isPending } = undo;
  return (
    <AppDialog title="Undo these changes?" width={600} onClose={onClose}>
      <DialogContent>
        {effects && (
          <Box
            component="ul"
            sx={{ listStyle: 'disc', mb: 2, pl: 3, minHeight: 28, overflowWrap: 'anywhere' }}
          >
            {effects
              .filter(({ total }) => total > 0)
              .map((effect) => (
                <li key={effect.action}>
                  {effectText(effect)}
                  <Names effect={effect} />
                </li>
              ))}
          </Box>
        )}
        <DialogContentText>
          The changes are undone together, and only if none of the rows has changed since. The undo
          is part of the audit and can be undone, too.
        </DialogContentText>
        {error && <Refusal error={error} />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{error ? 'Close' : 'Cancel'}</Button>
        <Button
          variant="contained"
          disabled={isPending}
          onClick={() => undo.mutate(group, { onSuccess: onClose })}
        >
          {error ? 'Try Again' : 'Undo'}
        </Button>
      </DialogActions>
    </AppDialog>
  );
}

/** What the undo does to rows of a group. */
function effectText({ action, total }: Effect): string {
  switch (action) {
    case 'create':
      return `${plural(total, 'created row is', 'created rows are')} deleted`;
    case 'update':
      return `${plural(total, 'changed row is', 'changed rows are')} set back`;
    case 'delete':
      return `${plural(total, 'deleted row is', 'deleted rows are')} restored`;
  }
}

/** The first rows by name. */
function Names({ effect: { first, total } }: { effect: Effect }) {
  const more = total - first.length;
  const names = first.map((record) => capitalised(itemText(record)));
  return (
    <Box component="ul" sx={{ listStyle: 'disc', color: 'text.secondary', pl: 2.5, mt: 2, mb: 1 }}>
      {names.map((name, index) => (
        <li key={index}>{name}</li>
      ))}
      {more > 0 && <li>and {plural(more, 'more', 'more')}</li>}
    </Box>
  );
}

/** 'pod_member/4': 'Pod member 4' */
function rowText(item: string): string {
  const [entity = '', ...key] = item.split('/');
  return `${capitalised(entityLabel(entity))} ${key.join('/')}`;
}

const MAX_REASONS = 20;

function Refusal({ error }: { error: Error }) {
  const reasons = error instanceof ApiError ? error.errors : [];
  return (
    <Alert severity="error" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      {messageOf(error, 'The changes could not be undone')}
      {reasons.length > 1 && (
        <Box component="ul" sx={{ listStyle: 'disc', mt: 1, pl: 2.5 }}>
          {reasons.slice(0, MAX_REASONS).map(({ item, detail }) => (
            <li key={`${item} ${detail}`}>
              {item !== undefined && `${rowText(item)}: `}
              {detail}
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}
