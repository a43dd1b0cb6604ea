import { PageHeader } from '../../ui/page-header';
import { ImportHistory } from './import-history';
import { UploadCard } from './upload-card';

/** Administration of tasks: upload a file, and see what became of the earlier ones. */
export function TasksPage() {
  return (
    <>
      <PageHeader
        title="Tasks"
        subtitle="Upload a task file and follow it until every number is in."
      />
      <UploadCard />
      <ImportHistory />
    </>
  );
}
