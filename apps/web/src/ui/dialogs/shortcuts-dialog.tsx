import { DialogContent, Typography } from '@mui/material';
import { isApple } from '../../lib/keys';
import { Fact, Facts } from '../facts';
import { AppDialog } from './app-dialog';

const SHORTCUTS = {
  'On every page': [
    [isApple ? '⌘K' : 'Ctrl+K', 'Search'],
    ['?', 'These shortcuts'],
  ],
  'In the panel of a task': [
    ['J, K', 'To the next task, to the one before'],
    ['C', 'Claim the task'],
    ['F', 'Write feedback'],
    ['R', 'Send the task back'],
    [isApple ? '⌘Enter' : 'Ctrl+Enter', 'Send the feedback'],
    ['G', 'Give the task back'],
    ['Esc', 'Close the panel'],
  ],
  'On the Reviewer Dashboard': [
    ['N', 'Claim the next task and open it'],
    ['J, K', 'To the next row, to the one before'],
    ['Enter', 'Open the task of the row'],
    ['G', 'Give the task of the row back'],
  ],
} as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <AppDialog title="Shortcuts" width={400} onClose={onClose}>
      <DialogContent>
        {Object.entries(SHORTCUTS).map(([where, shortcuts]) => (
          <section key={where}>
            <Typography variant="h3" sx={{ mt: 2, mb: 0.5 }}>
              {where}
            </Typography>
            <Facts width={150}>
              {shortcuts.map(([keys, what]) => (
                <Fact key={keys} name={keys}>
                  {what}
                </Fact>
              ))}
            </Facts>
          </section>
        ))}
      </DialogContent>
    </AppDialog>
  );
}
