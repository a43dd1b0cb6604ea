import CloseIcon from '~icons/ic/baseline-close';
import { Dialog, DialogTitle, IconButton, useMediaQuery, useTheme } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useFocusAfter } from '../keep-focus';

interface AppDialogProps {
  title: string;
  /** CSS pixels; phones show a dialog on the whole screen, except the smallest width. */
  width: 400 | 600 | 800 | 1000;
  /** Closes only by its own buttons, not by Escape or a click beside it. */
  persistent?: boolean;
  /** Whether there is a button in the corner that closes it; one that is persistent has none. */
  closeButton?: boolean;
  onClose: () => void;
  /** DialogContent and DialogActions. */
  children: ReactNode;
}

/**
 * A dialog with a title and a close button. Render it to open it. Its first field gets the focus.
 * It stays in its place as its content grows: only a short question is in the middle.
 */
export function AppDialog(props: AppDialogProps) {
  const { title, width, persistent = false, closeButton = !persistent, onClose, children } = props;
  const titleId = useId();
  useFocusAfter();
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <Dialog
      open
      fullWidth
      fullScreen={phone && width > 400}
      maxWidth={false}
      aria-labelledby={titleId}
      onClose={() => {
        if (!persistent) onClose();
      }}
      slotProps={{
        container: { sx: { alignItems: width > 400 ? 'flex-start' : 'center' } },
        paper: { sx: { maxWidth: width } },
        transition: { onEntered: focusFirstField },
      }}
    >
      <DialogTitle id={titleId} variant="h2" sx={{ pr: 7, overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {closeButton && (
        <IconButton
          aria-label="Close"
          onClick={onClose}
          sx={{ position: 'absolute', top: 12, right: 12 }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
      {children}
    </Dialog>
  );
}

const FIELD = ['input:not([type=radio])', 'textarea', '[role=combobox]']
  .map((selector) => `${selector}:not([tabindex="-1"], :disabled, [aria-disabled=true])`)
  .join(', ');

/** Unless the user has moved the focus meanwhile. */
function focusFirstField(dialog: HTMLElement): void {
  if (document.activeElement?.contains(dialog.querySelector('[role=dialog]')) === false) return;
  dialog.querySelector<HTMLElement>(FIELD)?.focus();
}
