import Alert from '@mui/material/Alert';
import { selectedProjectOf, useProjectStore } from '../../session/project-store';
import { StatisticsHeader } from '../../ui/statistics-header';
import { DeliveryStatistics } from './delivery-statistics';

/** The delivery statistics of the selected project. */
export function DeliveryPage() {
  const project = useProjectStore(selectedProjectOf);
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
