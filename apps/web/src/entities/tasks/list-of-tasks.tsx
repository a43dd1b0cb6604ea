import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { useUrlState } from '../../lib/url-state';
import { TASK_PARAMS, TasksOfList } from './open-task';
import { followList, leaveList, type ShownList, type TaskPages } from './siblings';

interface ListOfTasksProps {
  tasks: readonly { readonly turing_task_id: number }[] | undefined;
  /** If it shows one page of its tasks. */
  pages?: TaskPages | undefined;
  children: ReactNode;
}

/** A list whose tasks follow each other in the panel of one of them. */
export function ListOfTasks({ tasks, pages, children }: ListOfTasksProps) {
  const key = useId();
  const [{ task: open }] = useUrlState(TASK_PARAMS);
  const ids = useMemo(
    () => [...new Set((tasks ?? []).map(({ turing_task_id: id }) => id))],
    [tasks],
  );
  // Links read it when they are followed: they are not drawn again as it changes.
  const list = useRef<ShownList>(null);
  useEffect(() => {
    list.current = { key, ids, pages };
    followList(list.current, open);
  });
  useEffect(() => () => leaveList(key), [key]);
  return <TasksOfList value={list}>{children}</TasksOfList>;
}
