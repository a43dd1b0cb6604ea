import { belongsTo, type Caller } from './caller.js';
import { seesEverybody } from './visibility.js';

/** An existing room: a project (0 for all projects) or one of its pods. */
export interface RoomFacts {
  readonly projectId: number;
  /** Null for the room of the whole project. */
  readonly pod: { readonly is_member: boolean } | null;
}

/**
 * Whether the caller may watch the room. Members of a project may watch it. A pod needs membership
 * in the pod or pod-info-public-view in its project.
 */
export function mayWatch(caller: Caller, { projectId, pod }: RoomFacts): boolean {
  if (!belongsTo(caller, projectId)) return false;
  return pod === null || pod.is_member || seesEverybody(caller, projectId);
}
