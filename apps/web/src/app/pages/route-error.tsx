import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { logError } from '../../lib/log';
import { MessagePanel } from '../../ui/message-panel';

/** Shown if a page failed to load, for example after a release, or threw an error. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => logError('The page could not be shown', error), [error]);
  return (
    <MessagePanel
      icon={ErrorIcon}
      title="This page could not be shown"
      level="h1"
      detail="A newer version of the portal may have replaced it. Reload the page."
      action={
        <Button variant="outlined" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      }
    />
  );
}
