import CloseIcon from '~icons/ic/baseline-close';
import ErrorIcon from '~icons/ic/outline-error';
import { Alert, AlertTitle, IconButton, type SvgIcon } from '@mui/material';
import { MessagePanel } from './message-panel';
import { VanishingButton } from './vanishing-button';

interface FailurePanelProps {
  icon?: typeof SvgIcon;
  title: string;
  level?: 'h1' | 'h2';
  detail?: string | undefined;
  /** Asks again; absent where that cannot help. */
  onRetry?: (() => unknown) | undefined;
}

/** Stands in place of what could not be loaded. */
export function FailurePanel({ icon = ErrorIcon, onRetry, ...words }: FailurePanelProps) {
  return (
    <MessagePanel
      icon={icon}
      {...words}
      action={
        onRetry && (
          <VanishingButton variant="contained" onClick={() => void onRetry()}>
            Try Again
          </VanishingButton>
        )
      }
    />
  );
}

interface FailureAlertProps {
  title: string;
  detail?: string;
  /** The words of the button that asks again. */
  retry?: string;
  onRetry?: (() => unknown) | undefined;
  onClose?: () => void;
}

/** The same as a line, in or above other content. */
export function FailureAlert({
  title,
  detail,
  retry = 'Try Again',
  onRetry,
  onClose,
}: FailureAlertProps) {
  return (
    <Alert
      severity="error"
      // In a narrow place the button stands below the words.
      sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 10rem' } }}
      action={
        (onRetry ?? onClose) && (
          <>
            {onRetry && (
              <VanishingButton color="inherit" size="small" onClick={() => void onRetry()}>
                {retry}
              </VanishingButton>
            )}
            {onClose && (
              <IconButton
                color="inherit"
                size="small"
                aria-label="Close"
                title="Close"
                onClick={onClose}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            )}
          </>
        )
      }
    >
      {detail === undefined ? title : <AlertTitle sx={{ m: 0 }}>{title}</AlertTitle>}
      {detail}
    </Alert>
  );
}
