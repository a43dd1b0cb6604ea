import CloudOffIcon from '~icons/ic/outline-cloud-off';
import ErrorIcon from '~icons/ic/outline-error';
import { Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { logError } from '../../lib/log';
import { checkVersion } from '../../lib/new-version';
import { MessagePanel } from '../../ui/message-panel';
import { useDocumentTitle } from '../../ui/use-document-title';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';

/** How long a wall shows an error before it loads its page again, in milliseconds. */
const WALL_RETRY_MS = 30_000;
/** How long after a reload the page does not reload by itself, in milliseconds. */
const JUST_MS = 60_000;

/**
 * Shown if a page failed to load or threw an error. If there is a new version it is loaded. Without a network it
 * says so, and loads the page as soon as the network is back.
 */
export function RouteError() {
  const error = useRouteError();
  const [offline] = useState(() => !navigator.onLine);
  const [wall] = useWallMode();
  useEffect(() => logError('The page could not be shown', error), [error]);
  useEffect(() => {
    if (!offline) return;
    if (navigator.onLine) reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [offline]);

  useEffect(() => {
    if (offline) return;
    const takeNewVersion = async (otherwise: boolean) => {
      const version = await checkVersion();
      // With the same version it would come to this again, but a wall has nobody to press the button.
      if (version === 'new' || (version === 'same' && otherwise)) reload();
    };
    if (!isJustReloaded()) void takeNewVersion(false);
    if (!wall) return;
    const timer = setInterval(() => void takeNewVersion(true), WALL_RETRY_MS);
    return () => clearInterval(timer);
  }, [offline, wall]);

  useDocumentTitle(offline ? 'Offline' : 'Page not shown');

  if (offline) {
    return (
      <MessagePanel
        icon={CloudOffIcon}
        title="You are offline."
        level="h1"
        detail="The page opens as soon as the network is back."
      />
    );
  }
  return (
    <MessagePanel
      icon={ErrorIcon}
      title="This page could not be shown"
      level="h1"
      detail="A newer version of the portal may have replaced it. Reload the page."
      action={
        <Button variant="outlined" onClick={reload}>
          Reload page
        </Button>
      }
    />
  );
}

/** While servers of two versions answer in turn, a page could reload without end. */
function isJustReloaded(): boolean {
  const isReload = performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'reload');
  return isReload && performance.now() < JUST_MS;
}

/** A module that failed to load is not requested again before the document is. */
function reload(): void {
  window.location.reload();
}
