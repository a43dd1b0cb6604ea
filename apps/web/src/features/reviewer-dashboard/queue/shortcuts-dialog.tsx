import { DialogContent } from '@mui/material';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import { Fact, Facts } from '../../../ui/facts';

const SHORTCUTS = [
  ['N', 'Claim the next task and open it'],
  ['J, K', 'To the next task, to the one before'],
  ['Enter', 'Open the task'],
  ['C', 'Claim the open task'],
  ['F', 'Write feedback on the open task'],
  ['R', 'Send the open task back'],
  ['G', 'Give the task back'],
  ['Esc', 'Close the task'],
  ['?', 'These shortcuts'],
] as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <AppDialog title="Shortcuts" width={400} onClose={onClose}>
      <DialogContent>
        <Facts width={80}>
          {SHORTCUTS.map(([keys, what]) => (
            <Fact key={keys} name={keys}>
              {what}
            </Fact>
          ))}
        </Facts>
      </DialogContent>
    </AppDialog>
  );
}
