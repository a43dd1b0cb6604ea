import { Box, Card, Typography } from '@mui/material';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { formatBytes } from '../../../../lib/format';
import { paths } from '../../../../lib/paths';
import { showToast } from '../../../../ui/toast-store';
import { isShown, type UploadFailure, useUploadStore } from '../upload-store';
import { FollowedImport } from './followed-import';
import { TransferRow } from './transfer-row';

/** The file that is sent and the imports that were started here, on every page. */
export function TransferPanel() {
  const { upload, followed } = useUploadStore();
  const { pathname } = useLocation();
  // Of a file whose own page is open nothing is shown.
  const isEmpty =
    (!isShown(upload) || pathname === paths.adminTasks) &&
    followed.every(({ importId }) => pathname === paths.adminImport(importId));
  return (
    <Card
      component="section"
      aria-labelledby="transfers-heading"
      sx={(theme) => ({
        // Behind the content in the column of the shell, and always in sight.
        order: 1,
        position: 'sticky',
        bottom: 16,
        zIndex: theme.zIndex.appBar - 1,
        alignSelf: { xs: 'stretch', sm: 'flex-end' },
        width: { xs: 'auto', sm: 360 },
        m: 2,
        ml: { xs: 2, sm: 'auto' },
        boxShadow: theme.shadows[8],
        display: isEmpty ? 'none' : 'block',
        displayPrint: 'none',
      })}
    >
      <Typography id="transfers-heading" variant="subtitle1" component="h2" sx={{ px: 2, pt: 1.5 }}>
        Transfers
      </Typography>
      <Box component="ul" sx={{ maxHeight: '40dvh', overflowY: 'auto' }}>
        <SentFile />
        {followed.map(({ importId, told }) => (
          <FollowedImport key={importId} importId={importId} told={told} />
        ))}
      </Box>
    </Card>
  );
}

/** The file that is sent, or whose upload failed; its own page shows more. */
function SentFile() {
  const { upload, reset } = useUploadStore();
  const isOpen = useLocation().pathname === paths.adminTasks;
  const failure = upload.kind === 'failed' ? upload.failure : undefined;
  const isSending = upload.kind === 'sending';

  useEffect(() => (isSending ? warnBeforeLeaving() : undefined), [isSending]);
  const tell = useEffectEvent(({ message }: UploadFailure) => {
    if (!isOpen) showToast(message, { type: 'error' });
  });
  useEffect(() => {
    if (failure) tell(failure);
  }, [failure]);

  if (isOpen) return null;
  if (upload.kind === 'failed') {
    const text = `Not sent: ${upload.failure.message}`;
    return (
      <TransferRow fileName={upload.file.name} text={text} to={paths.adminTasks} onClose={reset} />
    );
  }
  if (upload.kind !== 'sending') return null;
  const { file, sent, total } = upload;
  return (
    <TransferRow
      fileName={file.name}
      text={`Sending · ${formatBytes(sent)} of ${formatBytes(total)}`}
      share={total > 0 ? sent / total : 0}
      to={paths.adminTasks}
    />
  );
}

function warnBeforeLeaving(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
}
