import { TasksPage } from '../../features/imports/tasks-page';
import { TaskTabs } from './task-tabs';

/** Uploads of tasks; the list of tasks is the other tab. */
export function TaskUploadsPage() {
  return <TasksPage tabs={<TaskTabs />} />;
}
