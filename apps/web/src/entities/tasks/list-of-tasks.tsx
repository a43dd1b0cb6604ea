import { type ReactNode, useMemo } from 'react';
import { TasksOfList } from './open-task';

interface ListOfTasksProps {
  tasks: readonly { readonly turing_task_id: number }[] | undefined;
  children: ReactNode;
}

/** A list whose tasks follow each other in the panel of one of them. */
export function ListOfTasks({ tasks, children }: ListOfTasksProps) {
  const ids = useMemo(() => (tasks ?? []).map(({ turing_task_id: id }) => id), [tasks]);
  return <TasksOfList value={ids}>{children}</TasksOfList>;
}
