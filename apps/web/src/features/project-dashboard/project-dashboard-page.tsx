import { Alert } from '@mui/material';
import { idParamSchema } from '@portal/contracts/scalars';
import { useParams } from 'react-router';
import { useProjectStore } from '../../lib/project-store';
import { StatisticsHeader } from '../../ui/statistics-header';
import { ProjectDashboard } from './project-dashboard';

/** The dashboard of the project in the URL. */
export default function ProjectDashboardPage() {
  const parsed = idParamSchema.safeParse(useParams()['projectId']);
  const projectId = parsed.success ? parsed.data : null;
  const noProjects = useProjectStore((state) => state.authorised?.length === 0);

  if (projectId !== null && !noProjects) {
    return <ProjectDashboard key={projectId} projectId={projectId} />;
  }
  return (
    <>
      <StatisticsHeader title="Project Dashboard" />
      <Alert severity="info">Please select a project from the sidebar to view its dashboard.</Alert>
    </>
  );
}
