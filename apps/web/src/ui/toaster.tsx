import { Alert, Button, Snackbar, type SnackbarProps } from '@mui/material';
import { useToastStore } from './toast-store';

const TOAST_MS = 3_000;
const OFFER_MS = 10_000;

/** Displays toasts and the offer to undo; screen readers announce them. */
export function Toaster() {
  return (
    <>
      <UndoOffer />
      <CurrentToast />
    </>
  );
}

function CurrentToast() {
  const { toast, hide } = useToastStore();
  const { action } = toast;
  return (
    <Snackbar
      key={toast.serial}
      open={toast.show}
      autoHideDuration={TOAST_MS}
      onClose={byTimeout(hide)}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    >
      <Alert
        severity={toast.type}
        variant="filled"
        onClose={hide}
        {...(action && {
          action: <Action label={action.label} run={action.run} hide={hide} />,
        })}
      >
        {toast.message}
      </Alert>
    </Snackbar>
  );
}

/** It stays as long as it is pointed at or has the focus, and has a place of its own above toasts. */
function UndoOffer() {
  const { offer, withdraw } = useToastStore();
  return (
    <Snackbar
      key={offer.serial}
      open={offer.show}
      autoHideDuration={OFFER_MS}
      onClose={byTimeout(withdraw)}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      sx={{ bottom: { xs: 72, sm: 88 } }}
    >
      <Alert
        severity="success"
        variant="filled"
        action={<Action label="Undo" run={offer.undo} hide={withdraw} />}
      >
        {offer.message}
      </Alert>
    </Snackbar>
  );
}

interface ActionProps {
  label: string;
  run: () => void;
  hide: () => void;
}

function Action({ label, run, hide }: ActionProps) {
  return (
    <Button
      color="inherit"
      size="small"
      onClick={() => {
        hide();
        run();
      }}
    >
      {label}
    </Button>
  );
}

/** It closes only by timeout: a click elsewhere must not hide it. */
function byTimeout(hide: () => void): NonNullable<SnackbarProps['onClose']> {
  return (_event, reason) => {
    if (reason !== 'clickaway') hide();
  };
}
