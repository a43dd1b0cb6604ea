import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { TOAST_MS, useToastStore } from './toast-store';

/** Where toasts appear; screen readers are told. */
export function Toaster() {
  const { toast, hide } = useToastStore();
  return (
    <Snackbar
      key={toast.serial}
      open={toast.show}
      autoHideDuration={TOAST_MS}
      // A toast ends by the clock alone: a click elsewhere must not take the message away.
      onClose={(_event, reason) => {
        if (reason !== 'clickaway') hide();
      }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    >
      <Alert severity={toast.type} variant="filled" onClose={hide}>
        {toast.message}
      </Alert>
    </Snackbar>
  );
}
