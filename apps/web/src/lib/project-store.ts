import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { z } from 'zod';
import { create } from 'zustand';
import { logWarning } from './log';
import { readStored, writeStored } from './storage';

const STORAGE_KEY = 'portal.project';

export interface ProjectState {
  readonly selectedId: number | null;
  /** The ids of the user's projects; null until they are loaded. */
  readonly authorised: readonly number[] | null;
  /** Stores what the server lists and corrects the selection. */
  setAuthorised(ids: readonly number[]): void;
  /** Selects a project; logs a warning and returns false if the user is not authorised for it. */
  select(projectId: number): boolean;
  /** Clears the list when another user signs in; the next list checks the selection. */
  forget(): void;
}

export const useProjectStore = create<ProjectState>()((set, get) => ({
  selectedId: storedId(),
  authorised: null,
  setAuthorised(ids) {
    const { selectedId: current } = get();
    const isKept = current !== null && ids.includes(current);
    const selectedId = correctSelection(isKept ? current : storedId(), ids);
    store(selectedId);
    set({ authorised: ids, selectedId });
  },
  select(projectId) {
    const { authorised, selectedId } = get();
    if (selectedId === projectId) return true;
    if (authorised && !authorised.includes(projectId)) {
      warnOfRefused(projectId);
      return false;
    }
    // Before the list is known, the last selection stays stored in case this one is refused.
    if (authorised) store(projectId);
    set({ selectedId: projectId });
    return true;
  },
  forget() {
    set({ authorised: null });
  },
}));

/**
 * The selection if the user is still authorised for it, else the first project other than 0, else
 * the first.
 */
export function correctSelection(
  selectedId: number | null,
  authorised: readonly number[],
): number | null {
  if (selectedId !== null && authorised.includes(selectedId)) return selectedId;
  return authorised.find((id) => id !== ALL_PROJECTS_ID) ?? authorised[0] ?? null;
}

/** The selection stays; the reason is only logged. */
export function warnOfRefused(projectId: number | string): void {
  logWarning(`Project ${projectId} is not authorised and was not selected`);
}

function storedId(): number | null {
  return readStored('browser', STORAGE_KEY, z.number().int().min(0)) ?? null;
}

function store(selectedId: number | null): void {
  writeStored('browser', STORAGE_KEY, selectedId ?? undefined, 'the selected project');
}
