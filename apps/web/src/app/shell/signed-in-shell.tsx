import { lazy, Suspense, useEffect } from 'react';
import { useProfileDialog } from '../../features/profile/dialog-store';
import { useProfileTheme, useProfileZone } from '../../features/profile/use-profile-theme';
import { hasTransfers, useUploadStore } from '../../features/imports/upload-store';
import { useProjects } from '../../features/projects/requests/projects';
import { logError } from '../../lib/log';
import { useLiveConnection } from '../../live/use-live-connection';
import { useRoom } from '../../live/use-live';
import { useProjectStore } from '../../session/project-store';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { QueryScope } from '../query-scope';
import { usePalette } from '../palette/palette-store';
import { ContextStrip } from './context-strip';

const ProfileDialog = lazy(async () => ({
  default: (await import('../../features/profile/profile-dialog')).ProfileDialog,
}));
const TransferPanel = lazy(async () => ({
  default: (await import('../../features/imports/transfers/transfer-panel')).TransferPanel,
}));
const CommandPalette = lazy(async () => ({
  default: (await import('../palette/command-palette')).CommandPalette,
}));

/** The shell of a signed-in user: loads projects and theme, and keeps the live connection. */
export function SignedInShell() {
  return (
    <QueryScope>
      <Shell />
    </QueryScope>
  );
}

function Shell() {
  useLiveConnection();
  useProjects();
  useProfileTheme();
  useProfileZone();
  useRoom(useProjectStore((state) => (state.authorised ? state.selectedId : null)));
  useEffect(loadToaster, []);
  const [wall] = useWallMode();
  const transfers = useUploadStore(hasTransfers);
  const { open, hide } = useProfileDialog();
  const palette = usePalette();
  return (
    <>
      {!wall && <ContextStrip />}
      <Suspense>{transfers && <TransferPanel />}</Suspense>
      <Suspense>{open && <ProfileDialog onClose={hide} />}</Suspense>
      <Suspense>{palette.open && <CommandPalette onClose={palette.hide} />}</Suspense>
    </>
  );
}

/** The toast about a lost network cannot be loaded without one. */
function loadToaster(): void {
  import('../../ui/toaster').catch((error: unknown) =>
    logError('Toasts could not be loaded', error),
  );
}
