import type { CrudItem } from '@portal/contracts/crud';
import { TaskLink } from '../../entities/tasks/task-link';
import { CrudPage } from '../../crud/crud-page';
import { paths } from '../../lib/paths';
import { TaskTabs } from './task-tabs';

const CELLS = {
  turing_task_id: ({ turing_task_id: id }: CrudItem) =>
    typeof id === 'number' ? <TaskLink id={id} /> : null,
};

/** All tasks as a list; their uploads are the other tab. */
export function TaskListPage() {
  return (
    <CrudPage
      base="/tasks/tasks-crud/"
      title="Tasks"
      subtitle="Every task that you can see, in all projects."
      tabs={<TaskTabs />}
      historyPath={paths.adminTaskHistory}
      cells={CELLS}
    />
  );
}
