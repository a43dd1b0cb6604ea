import { PageHeader } from '../../ui/page-header';
import { ImportHistory } from './import-history';
import { UploadCard } from './upload-card';

/** Administration of tasks: the upload and the list of imports. */
export function TasksPage() {
  return (
    <>
      <PageHeader title="Tasks" subtitle="Upload a task file and follow its import." />
      <UploadCard />
      <ImportHistory />
    </>
  );
}
