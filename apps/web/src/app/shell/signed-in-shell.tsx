import { Box, Alert } from '@mui/material';
import { Suspense, useEffect } from 'react';
import { hasTransfers, useUploadStore } from '../../features/tasks/uploads/upload-store';
import { useProfileDialog } from '../../features/profile/dialog-store';
import { useProfileTheme, useProfileZone } from '../../features/profile/use-profile-theme';
import { useSessionsDialog } from '../../features/sessions/dialog-store';
import { useValidSelection } from '../../entities/projects/api';
import { ProjectSelector } from '../../features/projects/project-selector';
import { SyncLine } from '../../features/sync/sync-line';
import { shortcutOf } from '../../lib/keys';
import { logError } from '../../lib/log';
import { useRoom } from '../../live/use-live';
import { useLiveConnection } from '../../live/use-live-connection';
import { useProjectStore } from '../../lib/project-store';
import { subjectOf, useSessionStore } from '../../session/session-store';
import { useShortcuts } from '../../ui/dialogs/shortcuts-store';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { usePalette } from '../palette/palette-store';
import { TypedMeanwhile } from '../palette/typed-meanwhile';
import { QueryScope } from '../query-scope';
import { OpenTask } from './open-task';
import { StripFrame, useSelectorPlace } from './strip-frame';
import { lazyPart } from '../../ui/lazy-part';
import { useUnknownZones } from '../../entities/portal/use-today';

const ProfileDialog = lazyPart(
  async () => (await import('../../features/profile/profile-dialog')).ProfileDialog,
);
const SessionsDialog = lazyPart(
  async () => (await import('../../features/sessions/sessions-dialog')).SessionsDialog,
);
const TransferPanel = lazyPart(
  async () => (await import('../../features/tasks/uploads/transfers/transfer-panel')).TransferPanel,
);
const ShortcutsDialog = lazyPart(
  async () => (await import('../../ui/dialogs/shortcuts-dialog')).ShortcutsDialog,
);
const CommandPalette = lazyPart(
  async () => (await import('../palette/command-palette')).CommandPalette,
);

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
  useValidSelection();
  useProfileTheme();
  useProfileZone();
  useRoom(useProjectStore((state) => (state.authorised ? state.selectedId : null)));
  useEffect(loadToaster, []);
  const [wall] = useWallMode();
  const transfers = useUploadStore(hasTransfers);
  const { open, hide } = useProfileDialog();
  const sessions = useSessionsDialog();
  const userId = useSessionStore(({ session }) => Number(subjectOf(session)));
  const palette = usePalette();
  return (
    <>
      {!wall && <ContextStrip />}
      <ZoneHint />
      <Suspense>{transfers && <TransferPanel />}</Suspense>
      <Suspense>{open && <ProfileDialog onClose={hide} />}</Suspense>
      <Suspense>
        {sessions.open && <SessionsDialog userId={userId} onClose={sessions.hide} />}
      </Suspense>
      <OpenTask />
      {!wall && <Shortcuts />}
      <Suspense fallback={<TypedMeanwhile />}>
        {palette.open && <CommandPalette onClose={palette.hide} />}
      </Suspense>
    </>
  );
}

/** All shortcuts, which `?` shows on every page. */
function Shortcuts() {
  const { open, show, hide } = useShortcuts();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (shortcutOf(event) === '?') show();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      hide();
    };
  }, [show, hide]);
  return <Suspense>{open && <ShortcutsDialog onClose={hide} />}</Suspense>;
}

/** The toast about a lost network cannot be loaded without one. */
function loadToaster(): void {
  import('../../ui/toaster').catch((error: unknown) =>
    logError('Toasts could not be loaded', error),
  );
}

/** Project selector and sync line above the page, for pages without a sidebar. */
function ContextStrip() {
  const hasSelector = useSelectorPlace() !== undefined;
  return (
    <StripFrame>
      {hasSelector && (
        <Box sx={{ width: { xs: '100%', sm: 260 }, pt: 0.5 }}>
          <ProjectSelector />
        </Box>
      )}
      <SyncLine />
    </StripFrame>
  );
}

/** Says that this browser is older than a time zone, so that days and times are those of UTC. */
function ZoneHint() {
  const unknown = useUnknownZones();
  if (unknown.length === 0) return null;
  return (
    <Alert severity="warning" square>
      This browser does not know the time zone {unknown.join(' and ')}. Days and times are shown in
      UTC instead. Update the browser to see them as others do.
    </Alert>
  );
}
