import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useToastStore } from './toast-store';

/** Displays toasts; screen readers announce them. */
export function Toaster() {
  const { toast, hide } = useToastStore();
  const { action } = toast;
  return (
    <Snackbar
      key={toast.serial}
      open={toast.show}
      autoHideDuration={toast.duration}
      // A toast closes only by timeout: a click elsewhere must not hide it.
      onClose={(_event, reason) => {
        if (reason !== 'clickaway') hide();
      }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    >
      <Alert
        severity={toast.type}
        variant="filled"
        onClose={hide}
        {...(action && {
          action: (
            <Button
              color="inherit"
              size="small"
              onClick={() => {
                hide();
                action.run();
              }}
            >
              {action.label}
            </Button>
          ),
        })}
      >
        {toast.message}
      </Alert>
    </Snackbar>
  );
}
