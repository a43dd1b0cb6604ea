import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header';
import { ImportHistory } from './import-history';
import { UnderWay } from './under-way';
import { UploadCard } from './upload-card';

/** Administration of tasks: the upload and the list of imports. `tabs` are below the heading. */
export function TasksPage({ tabs }: { tabs: ReactNode }) {
  return (
    <>
      <PageHeader title="Tasks" subtitle="Upload a task file and follow its import." />
      {tabs}
      <UploadCard />
      <UnderWay />
      <ImportHistory />
    </>
  );
}
