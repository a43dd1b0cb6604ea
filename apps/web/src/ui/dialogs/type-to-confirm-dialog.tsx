import { Box, Button, DialogActions, DialogContent, TextField } from '@mui/material';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { detailOf } from '../../lib/api-error';
import { FailureAlert } from '../failure';
import { AppDialog } from './app-dialog';

interface TypeToConfirmDialogProps {
  title: string;
  /** What happens, above the field. */
  children: ReactNode;
  field: {
    readonly label: string;
    /** What must be typed, in any case if it is an email. */
    readonly text: string;
    readonly isEmail?: boolean;
  };
  /** Label of the button. */
  action: string;
  /** Whether it may be done once the text is typed. */
  isReady: boolean;
  change: { readonly isPending: boolean; readonly error: unknown };
  /** The error if the server gives no reason. */
  fallback: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for a change that is hard to take back: a person types the name of what it changes. */
export function TypeToConfirmDialog(props: TypeToConfirmDialogProps) {
  const { title, children, field, action, change, fallback, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const text = field.isEmail === true ? typed.trim().toLowerCase() : typed.trim();
  const isReady = props.isReady && text === field.text;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isReady) onConfirm();
  }

  return (
    <AppDialog title={title} width={600} onClose={onClose}>
      <Box component="form" noValidate onSubmit={submit}>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '0 !important' }}>
          {children}
          <TextField
            label={field.label}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
          />
          {change.error !== null && <FailureAlert title={detailOf(change.error, fallback)} />}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="contained"
            color="error"
            disabled={!isReady}
            loading={change.isPending}
          >
            {action}
          </Button>
        </DialogActions>
      </Box>
    </AppDialog>
  );
}
