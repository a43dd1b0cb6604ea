import CheckIcon from '~icons/ic/baseline-check';
import { IconButton, type SvgIcon, Tooltip } from '@mui/material';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text';
import { logError } from '../lib/log';
import { showToast } from './toast-store';
import { browserNow } from '../lib/use-now';

/** How long the check mark is shown, in milliseconds. */
const CHECK_MS = 2_000;

interface CopyButtonProps {
  text: () => string;
  icon: typeof SvgIcon;
  label: string;
  /** The label while the check mark is shown. */
  copiedLabel: string;
  /** The toast after a success, if any, and the one after a failure. */
  succeeded?: string;
  failed: string;
}

/** Copies a text and shows a check mark for two seconds. */
export function CopyButton({ text, icon, label, copiedLabel, succeeded, failed }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), CHECK_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  function copy(): void {
    copyText(text()).then(
      () => {
        setCopiedAt(browserNow());
        if (succeeded !== undefined) showToast(succeeded, { type: 'success' });
      },
      (error: unknown) => {
        logError('A text could not be copied', error);
        showToast(failed, { type: 'error' });
      },
    );
  }

  const copied = copiedAt > 0;
  const shown = copied ? copiedLabel : label;
  const Icon = copied ? CheckIcon : icon;
  return (
    <Tooltip title={shown}>
      <IconButton aria-label={shown} onClick={copy} color={copied ? 'success' : 'default'}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
