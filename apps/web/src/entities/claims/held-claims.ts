import { create } from 'zustand';
import { api } from '../../session/api';
import { subjectOf, useSessionStore } from '../../session/session-store';

interface HeldClaims {
  readonly ids: readonly number[];
}

/** The tasks that this tab has claimed, and gives back when it goes. What other tabs of the user hold stays theirs. */
export const useHeldClaims = create<HeldClaims>(() => ({ ids: [] }));

const tabs = new BroadcastChannel('portal-claims');

/** From now on this tab holds the task, and no other one. */
export function holdClaim(taskId: number): void {
  tabs.postMessage(taskId);
  useHeldClaims.setState(({ ids }) => ({ ids: [...ids.filter((id) => id !== taskId), taskId] }));
}

/** How often this tab has given back what it holds. */
let leavings = 0;

/**
 * Called as a claim is asked for.
 * @returns takes the task that was claimed: the tab holds it, or gives it back if the user has left meanwhile
 */
export function askForClaim(): (taskId: number) => void {
  const before = leavings;
  return (taskId) => {
    if (before === leavings) holdClaim(taskId);
    else giveBack(taskId);
  };
}

export function dropClaim(taskId: number): void {
  useHeldClaims.setState(({ ids }) => ({ ids: ids.filter((id) => id !== taskId) }));
}

/** Gives back all that this tab holds; where a request fails, its time ends the claim. */
function giveBackHeld(): void {
  leavings += 1;
  const { ids } = useHeldClaims.getState();
  if (ids.length === 0) return;
  useHeldClaims.setState({ ids: [] });
  for (const id of ids) giveBack(id);
}

/** How many desks are open. */
let desks = 0;

/** On a desk claims stay, whether or not a panel is open. @returns gives back, as the user leaves the desk */
export function keepAtDesk(): () => void {
  desks += 1;
  return () => {
    desks -= 1;
    giveBackHeld();
  };
}

/** Elsewhere a claim ends with the panel, which is all that shows it. */
export function leavePanel(): void {
  if (desks === 0) giveBackHeld();
}

function giveBack(taskId: number): void {
  // The request outlives the page.
  api.send(claimPath(taskId), { method: 'DELETE', keepalive: true }).catch(() => undefined);
}

export const claimPath = (taskId: number) => `/tasks/${taskId}/claim`;

tabs.addEventListener('message', ({ data }: MessageEvent<number>) => dropClaim(data));
// A reload and a closed tab, too.
window.addEventListener('pagehide', giveBackHeld);
// The sign-out gives back what the user has claimed.
useSessionStore.subscribe(({ session }, before) => {
  if (subjectOf(session) !== subjectOf(before.session)) useHeldClaims.setState({ ids: [] });
});
