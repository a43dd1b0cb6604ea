import { CrudPage } from '../../crud/crud-page';
import { paths } from '../../lib/paths';
import { TaskTabs } from './task-tabs';

/** All tasks as a list; their uploads are the other tab. */
export function TaskListPage() {
  return (
    <CrudPage
      base="/tasks/tasks-crud/"
      title="Tasks"
      subtitle="Every task that you can see, in all projects."
      tabs={<TaskTabs />}
      historyPath={paths.adminTaskHistory}
    />
  );
}
