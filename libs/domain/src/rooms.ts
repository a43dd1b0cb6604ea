import { belongsTo, type Caller } from './caller.js';
import { decidePodAccess } from './pods.js';

/** An existing room: a project (0 for all projects) or one of its pods. */
export interface RoomFacts {
  readonly projectId: number;
  /** Null for the room of the whole project. */
  readonly pod: { readonly is_member: boolean } | null;
}

/**
 * Whether the caller may watch the room. Members of a project may watch it; callers who see a pod may
 * watch it.
 */
export function mayWatch(caller: Caller, { projectId, pod }: RoomFacts): boolean {
  return pod === null
    ? belongsTo(caller, projectId)
    : decidePodAccess(caller, { ...pod, project_id: projectId }) === 'granted';
}
