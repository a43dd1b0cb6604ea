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
  /** How many steps the panel goes on from a task as soon as the list shows more; negative ones lead back. */
  readonly awaited: { readonly from: number; readonly steps: number } | null;
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

/**
 * The list has changed. One that has the open task is taken if no other has it, as after a reload; so is the same list
 * if it has the task by now, as after 'Next' on a later page.
 */
export function followList(list: ShownList, open: number | null): void {
  const { ids, awaited, ...now } = useSiblings.getState();
  const isSame = now.list?.key === list.key;
  const isKnown = open === null || (now.list !== null && ids.includes(open));
  if (!isKnown && list.ids.includes(open)) takeList(list);
  else if (isSame) {
    useSiblings.setState({
      list,
      ids: awaited === null ? ids : joined(ids, list.ids, directionOf(awaited)),
    });
  }
}

/** The list is gone from the screen; its tasks still follow each other. */
export function leaveList(key: string): void {
  if (useSiblings.getState().list?.key === key) useSiblings.setState({ list: null, awaited: null });
}

export const directionOf = ({ steps }: { readonly steps: number }): Direction =>
  steps > 0 ? 1 : -1;

/** The shown tasks that stand beyond the last known one, in this direction. */
export function beyond(ids: readonly number[], shown: readonly number[], by: Direction) {
  const isKnown = (id: number): boolean => ids.includes(id);
  if (by === 1) return shown.slice(shown.findLastIndex(isKnown) + 1);
  const first = shown.findIndex(isKnown);
  return first === -1 ? shown : shown.slice(0, first);
}

/** With the shown tasks beyond them; without such ones, as in another order, with all that are new. */
export function joined(ids: readonly number[], shown: readonly number[], by: Direction) {
  const further = beyond(ids, shown, by);
  const more = further.length > 0 ? further : shown.filter((id) => !ids.includes(id));
  return by === 1 ? [...ids, ...more] : [...more, ...ids];
}
