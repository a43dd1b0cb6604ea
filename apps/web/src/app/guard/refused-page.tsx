import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../lib/paths';
import { selectedProjectOf, useProjectStore } from '../../session/project-store';
import { showToast } from '../../ui/toast-store';

/** Leads home and says why in a toast. */
export function RefusedPage() {
  useEffect(() => {
    const project = selectedProjectOf(useProjectStore.getState());
    const where = project ? ` in ${project.name}` : '';
    showToast(`You do not have permission to open that page${where}`, { type: 'error' });
  }, []);
  return <Navigate to={paths.home} replace />;
}
