import { wholeNumberParam } from '@portal/contracts/scalars';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import { createContext, useContext } from 'react';
import { create } from 'zustand';
import { urlParam } from '../../lib/url-state';

/** The task whose panel is open, on any page. */
export const TASK_PARAMS = {
  task: urlParam(wholeNumberParam({ minimum: 1, maximum: TASK_FILE_LIMITS.maxId }), null),
};

interface Siblings {
  /** The tasks of the list from which the panel was opened, in its order. */
  readonly ids: readonly number[];
  setIds(ids: readonly number[]): void;
}

/** Where 'previous' and 'next' lead in the panel. */
export const useSiblings = create<Siblings>((set) => ({
  ids: [],
  setIds: (ids) => set({ ids }),
}));

interface TaskPanelLoad {
  readonly wanted: boolean;
  /** Loads the panel, which a change under way will open: nobody waits for one after the other. */
  load(): void;
}

export const useTaskPanelLoad = create<TaskPanelLoad>((set) => ({
  wanted: false,
  load: () => set({ wanted: true }),
}));

/** The tasks of the list around a link to one of them. */
export const TasksOfList = createContext<readonly number[]>([]);

/** Remembers the list around a link that is followed. */
export function useTakeSiblings(among?: readonly number[]): () => void {
  const around = useContext(TasksOfList);
  const ids = among ?? around;
  const setIds = useSiblings((state) => state.setIds);
  return () => setIds(ids);
}
