import { Outlet } from 'react-router';
import { ProjectSelector } from '../../features/projects/project-selector';
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
      <Outlet />
    </SidebarLayout>
  );
}
