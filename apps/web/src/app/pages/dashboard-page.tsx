import FolderOffIcon from '@mui/icons-material/FolderOffOutlined';
import { selectedProjectOf, useProjectStore } from '../../session/project-store';
import { userOf, useSessionStore } from '../../session/session-store';
import { MessagePanel } from '../../ui/message-panel';
import { PageHeader } from '../../ui/page-header';
import { LivePulse } from './live-pulse';
import { ProjectList } from '../../features/projects/project-list';

/** The first page after sign-in: live numbers of the selected project, and links. */
export function DashboardPage() {
  const user = useSessionStore(userOf);
  const project = useProjectStore(selectedProjectOf);
  const authorised = useProjectStore((state) => state.authorised);
  return (
    <>
      <PageHeader
        title={user ? `Welcome, ${user.name}` : 'Dashboard'}
        subtitle={project ? project.name : 'Your training sessions, reviews and progress'}
      />
      {authorised?.length === 0 && (
        <MessagePanel
          icon={FolderOffIcon}
          title="No projects available"
          detail="You are not a member of a project yet. A project appears here as soon as you are added."
        />
      )}
      {project && authorised && (
        <>
          <LivePulse projectId={project.id} />
          <ProjectList projects={authorised} selectedId={project.id} />
        </>
      )}
    </>
  );
}
