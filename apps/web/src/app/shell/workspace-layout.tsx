import { Outlet, useParams } from 'react-router';
import { useProjects } from '../../entities/projects/api';
import { ProjectSelector } from '../../features/projects/project-selector';
import { FailurePanel } from '../../ui/failure';
import { SidebarLayout } from './sidebar-layout';
import { SyncLine } from '../../features/sync/sync-line';
import { WorkspaceNav } from './workspace-nav';

/** Layout of the everyday pages: the sidebar with project selector and links. */
export function WorkspaceLayout() {
  return (
    <SidebarLayout
      label="Workspace"
      sidebar={
        <>
          <ProjectSelector />
          <WorkspaceNav />
        </>
      }
      footer={<SyncLine />}
    >
      <PageOfProjects />
    </SidebarLayout>
  );
}

/** Without the list of projects only a page whose path names its project can be shown. */
function PageOfProjects() {
  const { projectId } = useParams();
  const { isLoadingError, refetch } = useProjects();
  if (!isLoadingError || projectId !== undefined) return <Outlet />;
  return (
    <FailurePanel
      level="h1"
      title="Failed to fetch projects"
      detail="This page depends on the selected project, so it cannot open yet."
      onRetry={refetch}
    />
  );
}
