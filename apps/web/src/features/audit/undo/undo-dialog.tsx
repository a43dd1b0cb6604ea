import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api-error';
import { plural } from '../../../lib/format';
import { undoOptions } from '../../../session/undo';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import { useGroupSize, type GroupSize } from '../requests/group-size';
import { capitalised, entityWord } from '../words';

interface UndoDialogProps {
  group: number;
  onClose: () => void;
}

/** Says what an undo will do, does it, and says why it is refused. */
export default function UndoDialog({ group, onClose }: UndoDialogProps) {
  const size = useGroupSize(group).data;
  const undo = useMutation({
    ...undoOptions(useQueryClient()),
    // The dialog shows a refusal itself.
    meta: { succeeded: 'Changes undone' },
  });
  const { error, isPending } = undo;
  return (
    <AppDialog title="Undo these changes?" width={600} onClose={onClose}>
      <DialogContent>
        {size && (
          <Box component="ul" sx={{ mt: 0, pl: 3, minHeight: 28 }}>
            {effectsOf(size).map((effect) => (
              <li key={effect}>{effect}</li>
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

/** What the undo does to the rows of a group. */
function effectsOf({ create, update, delete: removed }: GroupSize): string[] {
  return [
    ...(create > 0 ? [`${plural(create, 'created row is', 'created rows are')} deleted`] : []),
    ...(update > 0 ? [`${plural(update, 'changed row is', 'changed rows are')} set back`] : []),
    ...(removed > 0 ? [`${plural(removed, 'deleted row is', 'deleted rows are')} restored`] : []),
  ];
}

/** 'pod_member/4': 'Pod member 4' */
function rowText(item: string): string {
  const [entity = '', ...key] = item.split('/');
  return `${capitalised(entityWord(entity))} ${key.join('/')}`;
}

const MAX_REASONS = 20;

function Refusal({ error }: { error: Error }) {
  const reasons = error instanceof ApiError ? error.errors : [];
  return (
    <Alert severity="error" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      {messageOf(error, 'The changes could not be undone')}
      {reasons.length > 1 && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
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
