import { belongsTo, type Caller } from './caller.js';
import { seesEverybody } from './visibility.js';

/** A room that exists, as far as deciding about it goes: a project (0: all of them), or a pod in it. */
export interface RoomFacts {
  readonly projectId: number;
  /** Null for the room of the whole project. */
  readonly pod: { readonly is_member: boolean } | null;
}

/**
 * Whether the caller may watch the room: members of the project watch the project; a pod is watched
 * by its members and with pod-info-public-view in its project.
 */
export function mayWatch(caller: Caller, { projectId, pod }: RoomFacts): boolean {
  if (!belongsTo(caller, projectId)) return false;
  return pod === null || pod.is_member || seesEverybody(caller, projectId);
}
