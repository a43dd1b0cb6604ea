import CheckIcon from '@mui/icons-material/Check';
import LinkIcon from '@mui/icons-material/Link';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { logError } from '../lib/log';
import { showToast } from './toast-store';

/** How long the check mark is shown, in milliseconds. */
const CHECK_MS = 2_000;

/**
 * Copies a link to the page as it is now.
 * @param link a URL with fixed dates: the reader of the link sees the same period tomorrow
 */
export function CopyLinkButton({ link }: { link: () => string }) {
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), CHECK_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  function copy(): void {
    navigator.clipboard.writeText(link()).then(
      () => setCopiedAt(Date.now()),
      (error: unknown) => {
        logError('The link could not be copied', error);
        showToast('Failed to copy link', { type: 'error' });
      },
    );
  }

  const copied = copiedAt > 0;
  const label = copied ? 'Link copied' : 'Copy link';
  const Icon = copied ? CheckIcon : LinkIcon;
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={copy} color={copied ? 'success' : 'default'}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
