import { useEffect } from 'react';
import { checkVersion, useNewVersion, watchParts } from '../../lib/new-version';
import { useLiveStore } from '../../live/live-store';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { NoticeBar } from './notice-bar';

/** Offers a new version of the client, which a reload opens; a wall takes it by itself. */
export function VersionNotice() {
  const { isNew } = useNewVersion();
  const [wall] = useWallMode();
  useEffect(watchParts, []);
  useEffect(checkAfterReconnecting, []);
  useEffect(() => {
    if (isNew && wall) window.location.reload();
  }, [isNew, wall]);
  if (!isNew || wall) return null;
  return (
    <NoticeBar action="Reload" onAction={() => window.location.reload()}>
      A new version is here.
    </NoticeBar>
  );
}

/** A release ends the connections of the one before. */
function checkAfterReconnecting(): () => void {
  return useLiveStore.subscribe(({ connectionNo }, before) => {
    if (connectionNo > 1 && connectionNo !== before.connectionNo) void checkVersion();
  });
}
