import CopyIcon from '~icons/ic/baseline-content-copy';
import { Alert, Box, Button, DialogActions, DialogContent } from '@mui/material';
import type { ReactNode } from 'react';
import { CopyButton } from '../copy-button';
import { Row } from '../layout';
import { AppDialog } from './app-dialog';

interface ShownOnceDialogProps {
  title: string;
  /** What the value is, in lower case. */
  word: 'token' | 'secret';
  value: string;
  /** What stands below the value. */
  children?: ReactNode;
  onClose: () => void;
}

const TEXTS = {
  token: {
    copy: 'Copy token',
    copied: 'Token copied',
    succeeded: 'Token copied to clipboard',
    failed: 'Failed to copy token',
  },
  secret: {
    copy: 'Copy secret',
    copied: 'Secret copied',
    succeeded: 'Secret copied to clipboard',
    failed: 'Failed to copy secret',
  },
} as const;

/** A new token or secret, once; only its own button closes the dialog. */
export function ShownOnceDialog({ title, word, value, children, onClose }: ShownOnceDialogProps) {
  const texts = TEXTS[word];
  return (
    <AppDialog title={title} width={600} persistent onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">
          Copy the {word} now. It is shown only once and cannot be displayed again.
        </Alert>
        <Row
          gap={1}
          sx={(theme) => ({
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
            {value}
          </Box>
          <CopyButton
            text={() => value}
            icon={CopyIcon}
            label={texts.copy}
            copiedLabel={texts.copied}
            succeeded={texts.succeeded}
            failed={texts.failed}
          />
        </Row>
        {children}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </AppDialog>
  );
}
