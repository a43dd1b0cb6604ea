import CloudOffIcon from '~icons/ic/outline-cloud-off';
import ErrorIcon from '~icons/ic/outline-error';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { logError } from '../../lib/log';
import { MessagePanel } from '../../ui/message-panel';

/**
 * Shown if a page failed to load, for example after a release, or threw an error. Without a network it
 * says so, and loads the page as soon as the network is back.
 */
export function RouteError() {
  const error = useRouteError();
  const [offline] = useState(() => !navigator.onLine);
  useEffect(() => logError('The page could not be shown', error), [error]);
  useEffect(() => {
    if (!offline) return;
    if (navigator.onLine) reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [offline]);

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

/** A module that failed to load is not requested again before the document is. */
function reload(): void {
  window.location.reload();
}
