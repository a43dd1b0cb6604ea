import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../lib/paths';
import { selectedProjectOf, useProjectStore } from '../../session/project-store';
import { refreshSession } from '../../session/refresh';
import { accessTokenOf, useSessionStore } from '../../session/session-store';
import { PageLoading } from '../../ui/page-loading';
import { showToast } from '../../ui/toast-store';

/** The access token with permissions that the server has just confirmed. */
let confirmed: string | undefined;

/**
 * Leads home and says why in a toast. The token may be older than the user's permissions, so it is
 * refreshed first, once.
 */
export function RefusedPage() {
  const [token] = useState(() => accessTokenOf(useSessionStore.getState()));
  const [isSure, setIsSure] = useState(token === undefined || token === confirmed);
  useEffect(() => {
    if (isSure || token === undefined) return;
    void refreshSession(token).then((fresh) => {
      confirmed = fresh;
      setIsSure(true);
    });
  }, [isSure, token]);
  return isSure ? <Refusal /> : <PageLoading />;
}

function Refusal() {
  useEffect(() => {
    const project = selectedProjectOf(useProjectStore.getState());
    const where = project ? ` in ${project.name}` : '';
    showToast(`You do not have permission to open that page${where}`, { type: 'error' });
  }, []);
  return <Navigate to={paths.home} replace />;
}
