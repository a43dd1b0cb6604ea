import { create } from 'zustand';

/** Where a list has more tasks than it shows. */
export interface TaskPages {
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** Without a history entry: 'back' closes the panel. */
  readonly onPage: (page: number) => void;
}

/** A list of tasks on the screen. */
export interface ShownList {
  readonly key: string;
  readonly ids: readonly number[];
  readonly pages: TaskPages | undefined;
}

export type Direction = 1 | -1;

export interface Siblings {
  /** The list from which the panel was opened, as it is now. */
  readonly list: ShownList | null;
  /** Its tasks, in its order: those of all pages that it has shown since. */
  readonly ids: readonly number[];
  readonly firstPage: number;
  readonly lastPage: number;
  /** Where the panel goes as soon as the list shows more. */
  readonly awaited: Direction | null;
}

/** Where 'previous' and 'next' lead in the panel. */
export const useSiblings = create<Siblings>(() => ({
  ...{ list: null, ids: [], firstPage: 0, lastPage: 0, awaited: null },
}));

/** The panel is opened from this list. */
export function takeList(list: ShownList | null): void {
  const page = list?.pages?.page ?? 0;
  const ids = list?.ids ?? [];
  useSiblings.setState({ list, ids, firstPage: page, lastPage: page, awaited: null });
}

/** The list has changed. One that has the open task is taken if no other has it, as after a reload. */
export function followList(list: ShownList, open: number | null): void {
  const { ids, awaited, ...now } = useSiblings.getState();
  if (now.list?.key === list.key) {
    useSiblings.setState({ list, ids: awaited === null ? ids : joined(ids, list.ids, awaited) });
  } else if (open !== null && list.ids.includes(open) && !(now.list && ids.includes(open))) {
    takeList(list);
  }
}

/** The list is gone from the screen; its tasks still follow each other. */
export function leaveList(key: string): void {
  if (useSiblings.getState().list?.key === key) useSiblings.setState({ list: null, awaited: null });
}

/** With those of the shown tasks that are not among them. */
export function joined(ids: readonly number[], shown: readonly number[], by: Direction) {
  const more = shown.filter((id) => !ids.includes(id));
  return by === 1 ? [...ids, ...more] : [...more, ...ids];
}
