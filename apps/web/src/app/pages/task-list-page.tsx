import type { ListedItem } from '@portal/contracts/lists';
import { ListOfTasks } from '../../entities/tasks/list-of-tasks';
import { TaskLink } from '../../entities/tasks/task-link';
import { ListedBatch } from '../../entities/batches/listed-batch';
import { ListPage } from '../../lists/list-page';
import type { Around } from '../../lists/list/list-table';
import { paths } from '../../lib/paths';
import { TaskTabs } from './task-tabs';

const idOf = ({ turing_task_id: id }: ListedItem): number => Number(id);

const CELLS = {
  turing_task_id: (item: ListedItem) => <TaskLink id={idOf(item)} />,
  turing_batch_id: {
    label: 'Batch',
    show: (item: ListedItem, items: readonly ListedItem[]) => (
      <ListedBatch of={item} among={items} />
    ),
  },
};

const inOrder: Around = (table, items, pages) => (
  <ListOfTasks tasks={items?.map((item) => ({ turing_task_id: idOf(item) }))} pages={pages}>
    {table}
  </ListOfTasks>
);

/** All tasks as a list; their uploads are the other tab. */
export function TaskListPage() {
  return (
    <ListPage
      base="/tasks/tasks-crud/"
      title="Tasks"
      subtitle="Every task that you can see, in all projects."
      tabs={<TaskTabs />}
      historyPath={paths.adminTaskHistory}
      cells={CELLS}
      around={inOrder}
    />
  );
}
