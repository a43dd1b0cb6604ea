import type { CrudItem } from '@portal/contracts/crud';
import { TaskLink } from '../../entities/tasks/task-link';
import { ListedBatch } from '../../entities/batches/listed-batch';
import { CrudPage } from '../../crud/crud-page';
import { paths } from '../../lib/paths';
import { TaskTabs } from './task-tabs';

const idOf = ({ turing_task_id: id }: CrudItem): number => Number(id);

const CELLS = {
  turing_task_id: (item: CrudItem, items: readonly CrudItem[]) => (
    <TaskLink id={idOf(item)} among={items.map(idOf)} />
  ),
  turing_batch_id: {
    label: 'Batch',
    show: (item: CrudItem, items: readonly CrudItem[]) => <ListedBatch of={item} among={items} />,
  },
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
