import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useOwnProjects, useSelectedProject } from '../../entities/projects/api';
import { MyWork } from '../../features/my-work/my-work';
import { ProjectList } from '../../features/projects/project-list';
import { userOf, useSessionStore } from '../../session/session-store';
import { PageHeader } from '../../ui/page-header';
import { LivePulse } from './live-pulse';
import { NoAccess } from './no-access';

/** The first page after sign-in: the user's own work, then the selected project. */
export function DashboardPage() {
  const user = useSessionStore(userOf);
  const project = useSelectedProject();
  const projects = useOwnProjects();
  return (
    <>
      <PageHeader
        title={user ? `Welcome, ${user.name}` : 'Dashboard'}
        subtitle={project ? project.name : 'Your training sessions, reviews and progress'}
      />
      {projects?.length === 0 && <NoAccess email={user?.email} />}
      {project && projects && (
        <>
          {user && <MyWork key={project.id} email={user.email} projectId={project.id} />}
          <Box component="section" aria-labelledby="project-pulse" sx={{ mt: 4 }}>
            <Typography id="project-pulse" variant="h3" component="h2" sx={{ mb: 1.5 }}>
              The project now
            </Typography>
            <LivePulse projectId={project.id} />
          </Box>
          <ProjectList projects={projects} selectedId={project.id} />
        </>
      )}
    </>
  );
}
