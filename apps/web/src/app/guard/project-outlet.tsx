import { Outlet } from 'react-router';
import { PageLoading } from '../../ui/page-loading';
import { MissingProject } from './missing-project';
import { useProjectOfPage } from './use-project-of-page';

interface ProjectOutletProps {
  /** Null while the URL names no project; a text that is no id. */
  projectId: number | string | null;
  /** Opens the page of another project after the user has selected it. */
  leave: (selectedId: number) => void;
}

/** The page of a project in the URL, or the reason why it cannot be shown. */
export function ProjectOutlet({ projectId, leave }: ProjectOutletProps) {
  const state = useProjectOfPage(projectId, leave);
  if (state === 'waiting') return <PageLoading />;
  if (state === 'missing' && projectId !== null) return <MissingProject projectId={projectId} />;
  return <Outlet />;
}
