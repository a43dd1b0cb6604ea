import { Injectable } from '@nestjs/common';
import type { Caller } from '@portal/domain/caller';
import { mayWatch, type RoomFacts } from '@portal/domain/rooms';
import {
  type PodNow,
  readRoom,
  readRooms,
  type RoomsNow,
} from '@portal/persistence/dashboards/rooms';
import { Reads } from '../../db/pools.js';
import type { Place, Room } from './room.js';

/** A room that its caller may no longer watch. */
export interface RoomLoss {
  /** Where the pod is after it was renamed or moved; null if the caller may not watch it there. */
  readonly movedTo: { readonly projectId: number; readonly podName: string } | null;
}

/** Reads what the domain decides about. */
@Injectable()
export class RoomAccess {
  constructor(private readonly reads: Reads) {}

  /** The room of a place; undefined if it does not exist or the caller may not watch it. */
  async find(caller: Caller, place: Place): Promise<Room | undefined> {
    const found = await readRoom(this.reads, place, caller.email);
    if (!found || !mayWatch(caller, found)) return undefined;
    const { projectId, podName } = place;
    const pod = found.pod && podName !== null ? { id: found.pod.id, name: podName } : null;
    return { projectId, pod };
  }

  /** What the rooms are now, for `lossOf`. */
  readNow(rooms: readonly Room[]): Promise<RoomsNow> {
    const projectIds = new Set(rooms.map(({ projectId }) => projectId));
    const podIds = new Set(rooms.flatMap(({ pod }) => pod?.id ?? []));
    return readRooms(this.reads, { projectIds: [...projectIds], podIds: [...podIds] });
  }
}

/** Null if the caller may stay in the room. */
export function lossOf(
  caller: Caller,
  { projectId, pod }: Room,
  { projectIds, pods }: RoomsNow,
): RoomLoss | null {
  if (pod === null) {
    const isOpen = projectIds.has(projectId) && mayWatch(caller, { projectId, pod: null });
    return isOpen ? null : { movedTo: null };
  }
  const now = pods.get(pod.id);
  if (!now || !mayWatch(caller, factsOf(now, caller))) return { movedTo: null };
  if (now.projectId === projectId && now.name === pod.name) return null;
  return { movedTo: { projectId: now.projectId, podName: now.name } };
}

function factsOf({ projectId, members }: PodNow, { email }: Caller): RoomFacts {
  return { projectId, pod: { is_member: members.includes(email) } };
}
