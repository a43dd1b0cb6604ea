import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { logError } from '../../lib/log';
import { MessagePanel } from '../../ui/message-panel';

/** A page that could not be loaded, as after a new release, or that broke. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => logError('The page could not be shown', error), [error]);
  return (
    <MessagePanel
      icon={ErrorIcon}
      title="This page could not be shown"
      level="h1"
      detail="It may have been replaced by a newer version. Loading it again usually helps."
      action={
        <Button variant="outlined" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      }
    />
  );
}
