import { ImportHistory } from '../../features/tasks/uploads/import-history';
import { UnderWay } from '../../features/tasks/uploads/under-way';
import { UploadRules } from '../../features/projects/rules/upload-rules';
import { UploadCard } from '../../features/tasks/uploads/upload-card';
import { PageHeader } from '../../ui/page-header';
import { TaskTabs } from './task-tabs';

/** Uploads of tasks, the rules for them, and the list of imports; the list of tasks is the other tab. */
export function TaskUploadsPage() {
  return (
    <>
      <PageHeader title="Tasks" subtitle="Upload a task file and follow its import." />
      <TaskTabs />
      <UploadCard />
      <UploadRules />
      <UnderWay />
      <ImportHistory />
    </>
  );
}
