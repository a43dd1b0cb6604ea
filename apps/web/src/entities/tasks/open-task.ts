import { wholeNumberParam } from '@portal/contracts/scalars';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import { createContext, type RefObject, useContext } from 'react';
import { create } from 'zustand';
import { urlParam } from '../../lib/url-state';
import { type ShownList, takeList } from './siblings';

/** The task whose panel is open, on any page. */
export const TASK_PARAMS = {
  task: urlParam(wholeNumberParam({ minimum: 1, maximum: TASK_FILE_LIMITS.maxId }), null),
};

interface TaskPanelLoad {
  readonly wanted: boolean;
  /** Loads the panel, which a change under way will open: nobody waits for one after the other. */
  load(): void;
  /** How often it was raised. */
  readonly raised: number;
  /** Draws it anew, above a dialog that has opened after it. */
  raise(): void;
}

export const useTaskPanelLoad = create<TaskPanelLoad>((set) => ({
  wanted: false,
  load: () => set({ wanted: true }),
  raised: 0,
  raise: () => set(({ raised }) => ({ raised: raised + 1 })),
}));

/** The list around a link to one of its tasks. */
export const TasksOfList = createContext<RefObject<ShownList | null>>({ current: null });

/** Remembers the list around a link that is followed. */
export function useTakeSiblings(): () => void {
  const list = useContext(TasksOfList);
  return () => takeList(list.current);
}
