import { Outlet } from 'react-router';
import { ProjectSelector } from './project-selector';
import { SidebarLayout } from './sidebar-layout';
import { SyncLine } from './sync-line';
import { WorkspaceNav } from './workspace-nav';

/** The frame of everyday pages: the project that is worked on, and the ways into it. */
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
