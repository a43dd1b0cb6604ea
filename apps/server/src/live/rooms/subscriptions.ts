import { Injectable } from '@nestjs/common';
import type { RoomState } from '@portal/contracts/live';
import type { Caller } from '@portal/domain/caller';
import { weekSeenBy } from '@portal/domain/visibility';
import { ProblemException } from '../../problems/problem.js';
import type { LiveSocket } from '../live-server.js';
import { CurrentAccess } from './current-access.js';
import { type Place, roomName, watchedRooms } from './room.js';
import { RoomAccess } from './room-access.js';
import { RoomStates } from './room-states.js';

const MAX_ROOMS = 20;

/** Lets connections join and leave rooms. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly rooms: RoomAccess,
    private readonly access: CurrentAccess,
    private readonly states: RoomStates,
  ) {}

  /**
   * Joins the room first and then reads its state, so that no later change is missed. Access is read
   * after the state, so that the response follows each change of access that the state includes.
   * @throws {ProblemException} `not-found` for a room hidden from the caller
   */
  async enter(socket: LiveSocket, place: Place): Promise<RoomState> {
    const { session } = socket.data;
    const held = roomsAt(socket, place);
    if (held.length === 0 && watchedRooms(socket).length >= MAX_ROOMS) {
      throw new ProblemException('too-many-requests', `At most ${MAX_ROOMS} rooms at a time`);
    }
    const room = await this.rooms.find(session.caller, place);
    if (!room) throw unknownRoom();
    // A disconnected socket has left all its rooms and must not join another.
    if (!socket.connected) throw new ProblemException('unavailable', 'The connection is closed');
    const name = roomName(room);
    // The name may have belonged to another pod.
    for (const other of held) if (other !== name) void socket.leave(other);
    if (!held.includes(name)) session.isStale = true;
    void socket.join(name);
    try {
      const state = await this.states.all(room);
      await this.access.upToDate();
      if (!socket.rooms.has(name)) throw unknownRoom();
      return visibleTo(session.caller, state);
    } catch (error) {
      if (!held.includes(name)) void socket.leave(name);
      throw error;
    }
  }

  leave(socket: LiveSocket, place: Place): void {
    for (const name of roomsAt(socket, place)) void socket.leave(name);
  }
}

/** The names of the rooms of the socket at this place. */
function roomsAt(socket: LiveSocket, { projectId, podName }: Place): string[] {
  return watchedRooms(socket)
    .filter((room) => room.projectId === projectId && (room.pod?.name ?? null) === podName)
    .map(roomName);
}

function unknownRoom(): ProblemException {
  return new ProblemException('not-found', 'There is no such project or pod');
}

function visibleTo(caller: Caller, state: RoomState): RoomState {
  const { weekly_progress: week } = state;
  return week === null ? state : { ...state, weekly_progress: weekSeenBy(caller, week) };
}
