import DashboardIcon from '~icons/ic/outline-space-dashboard';
import { Button } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { Link } from 'react-router';
import { useOwnProjects } from '../../../entities/projects/api';
import { paths } from '../../../lib/paths';
import { Row } from '../../../ui/layout';

/** Leads to the dashboards of the projects that had no tasks before; nothing if there are none. */
export function OpenDashboard({ summary }: { summary: ImportSummary }) {
  const { filled_projects: filled } = summary;
  const projects = (useOwnProjects() ?? []).filter(({ id }) => filled.includes(id));
  if (projects.length === 0) return null;
  return (
    <Row wrap align="stretch" gap={1.5}>
      {projects.map(({ id, name }) => (
        <Button
          key={id}
          component={Link}
          to={paths.projectDashboard(id)}
          variant="contained"
          startIcon={<DashboardIcon />}
        >
          {projects.length === 1 ? 'Open the dashboard' : `Open the dashboard of ${name}`}
        </Button>
      ))}
    </Row>
  );
}
