import { Alert, Box, Button, DialogActions, DialogContent } from '@mui/material';
import { type ReactNode, type SubmitEvent, useLayoutEffect, useState } from 'react';
import { ApiError, isPassing } from '../lib/api-error';
import { useUnsavedGuard } from '../ui/inputs/unsaved-guard';
import { AppDialog } from '../ui/dialogs/app-dialog';
import { browserNow } from '../lib/use-now';

interface FormDialogProps {
  title: string;
  width: 400 | 600 | 800 | 1000;
  /** Columns of fields; phones show one. */
  columns?: 1 | 2;
  submitLabel: string;
  /** Whether there are changes that would be lost; the dialog then asks before it closes. */
  isDirty: boolean;
  isSaving: boolean;
  /** Whether the form cannot be submitted yet. */
  disabled?: boolean;
  /** Why the server refused the form. */
  failure?: string | null;
  /** The error of the last attempt to save. If it may pass, the form offers to try again. */
  error?: Error | null;
  onSubmit: (event: SubmitEvent) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form in a dialog, with Cancel and a button that submits it. Render it to open it. */
export function FormDialog(props: FormDialogProps) {
  const { title, width, columns = 1, error = null, onSubmit, children } = props;
  const passes = isPassing(error);
  const failure = props.failure ?? (error && passes ? error.message : null);
  const { close, question } = useUnsavedGuard(props.isDirty, props.onClose);
  return (
    <AppDialog title={title} width={width} onClose={close}>
      <Box
        component="form"
        noValidate
        onSubmit={onSubmit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: ONE_COLUMN, sm: columns === 2 ? TWO_COLUMNS : ONE_COLUMN },
            gridAutoRows: 'max-content',
            gap: 2.5,
            // The label of the first field is above its border.
            pt: '12px !important',
          }}
        >
          {children}
        </DialogContent>
        {failure !== null && (
          <Alert severity={passes ? 'warning' : 'error'} sx={{ mx: 3, mb: 1 }}>
            {failure}
          </Alert>
        )}
        <DialogActions
          sx={{ px: 3, pb: 2.5 }}
          // A field that loses the focus may show an error and move the button away from the pointer.
          onMouseDown={(event) => event.preventDefault()}
        >
          <Button onClick={close}>Cancel</Button>
          <SubmitButton
            label={passes ? 'Try Again' : props.submitLabel}
            notBefore={(error instanceof ApiError && error.retryAt) || 0}
            disabled={props.disabled ?? false}
            loading={props.isSaving}
          />
        </DialogActions>
      </Box>
      {question}
    </AppDialog>
  );
}

interface SubmitButtonProps {
  label: string;
  /** When the server may accept it, in epoch milliseconds. */
  notBefore: number;
  disabled: boolean;
  loading: boolean;
}

function SubmitButton({ label, notBefore, disabled, loading }: SubmitButtonProps) {
  const seconds = useSecondsUntil(notBefore);
  return (
    <Button
      type="submit"
      variant="contained"
      disabled={disabled || seconds > 0}
      loading={loading}
      sx={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {seconds > 0 ? `${label} in ${seconds} s` : label}
    </Button>
  );
}

const ONE_COLUMN = 'minmax(0, 1fr)';
const TWO_COLUMNS = 'repeat(2, minmax(0, 1fr))';

const SECOND_MS = 1000;

/** Whole seconds until a time in epoch milliseconds, counting down to 0. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(browserNow);
  useLayoutEffect(() => {
    if (time <= browserNow()) return;
    const tick = () => {
      setNow(browserNow());
      if (time <= browserNow()) clearInterval(timer);
    };
    const timer = setInterval(tick, SECOND_MS);
    // The time of the last render may be long ago; still before the next picture.
    queueMicrotask(tick);
    return () => clearInterval(timer);
  }, [time]);
  return Math.max(0, Math.ceil((time - now) / SECOND_MS));
}
