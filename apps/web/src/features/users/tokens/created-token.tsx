import CopyIcon from '~icons/ic/baseline-content-copy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { CreatedApiToken } from '@portal/contracts/api-tokens';
import { CopyButton } from '../../../ui/copy-button';
import { AppDialog } from '../../../ui/dialogs/app-dialog';

interface CreatedTokenProps {
  created: CreatedApiToken;
  onClose: () => void;
}

/** The secret of a new token, once; only its own button closes the dialog. */
export function CreatedToken({ created, onClose }: CreatedTokenProps) {
  return (
    <AppDialog title={`API Token: ${created.name}`} width={600} persistent onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">
          Copy the token now. It is shown only once and cannot be displayed again.
        </Alert>
        <Box
          sx={(theme) => ({
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            p: 1.5,
            pl: 2,
            borderRadius: 2,
            backgroundColor: theme.vars.palette.surface.sunken,
            border: `1px solid ${theme.vars.palette.line.soft}`,
          })}
        >
          <Box
            component="code"
            sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}
          >
            {created.token}
          </Box>
          <CopyButton
            text={() => created.token}
            icon={CopyIcon}
            label="Copy token"
            copiedLabel="Token copied"
            succeeded="Token copied to clipboard"
            failed="Failed to copy token"
          />
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </AppDialog>
  );
}
