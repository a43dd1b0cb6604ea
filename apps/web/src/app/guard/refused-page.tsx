import { useEffect, useState, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useSelectedProject } from '../../entities/projects/api';
import { paths } from '../../lib/paths';
import { refreshSession } from '../../session/refresh';
import { accessTokenOf, useSessionStore } from '../../session/session-store';
import { PageLoading } from '../../ui/page-loading';
import { showToast } from '../../ui/toast-store';

/** The access token with permissions that the server has just confirmed. */
let confirmed: string | undefined;

interface RefusedPageProps {
  /** The words of the toast. */
  text?: string | undefined;
  /** What is shown instead of Home. */
  children?: ReactNode;
}

/**
 * Leads home and says why in a toast. The token may be older than the user's permissions, so it is
 * refreshed first, once.
 */
export function RefusedPage({ text, children }: RefusedPageProps) {
  const [token] = useState(() => accessTokenOf(useSessionStore.getState()));
  const [isSure, setIsSure] = useState(token === undefined || token === confirmed);
  useEffect(() => {
    if (isSure || token === undefined) return;
    void refreshSession(token).then((fresh) => {
      confirmed = fresh;
      setIsSure(true);
    });
  }, [isSure, token]);
  if (!isSure) return <PageLoading />;
  return children ?? <Refusal text={text} />;
}

function Refusal({ text }: RefusedPageProps) {
  const project = useSelectedProject();
  const where = project ? ` in ${project.name}` : '';
  const words = text ?? `You do not have permission to open that page${where}`;
  useEffect(() => showToast(words, { type: 'error' }), [words]);
  return <Navigate to={paths.home} replace />;
}
