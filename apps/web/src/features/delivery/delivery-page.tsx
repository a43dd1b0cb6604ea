import { Alert } from '@mui/material';
import { useSelectedProject } from '../../entities/projects/api';
import { StatisticsHeader } from '../../ui/statistics-header';
import { DeliveryStatistics } from './delivery-statistics';

/** The delivery statistics of the selected project. */
export function DeliveryPage() {
  const project = useSelectedProject();
  if (project) {
    return (
      <DeliveryStatistics key={project.id} projectId={project.id} projectName={project.name} />
    );
  }
  return (
    <>
      <StatisticsHeader title="Delivery Statistics" />
      <Alert severity="info">
        Please select a project from the sidebar to view its delivery statistics.
      </Alert>
    </>
  );
}
