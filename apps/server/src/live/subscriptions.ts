import { Injectable } from '@nestjs/common';
import type { RoomState } from '@portal/contracts/live';
import type { Caller } from '@portal/domain/caller';
import { weekSeenBy } from '@portal/domain/visibility';
import { ProblemException } from '../problems/problem.js';
import type { LiveSocket } from './live-server.js';
import { parseRoom, type Room, roomName } from './room.js';
import { RoomAccess } from './room-access.js';
import { RoomStates } from './room-states.js';

const MAX_ROOMS = 20;

/** Lets connections join and leave rooms. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly access: RoomAccess,
    private readonly states: RoomStates,
  ) {}

  /**
   * Joins the room first and then reads its state, so that no later change is missed.
   * @throws {ProblemException} `not-found` for a room hidden from the caller
   */
  async enter(socket: LiveSocket, room: Room): Promise<RoomState> {
    const name = roomName(room);
    const isNew = !socket.rooms.has(name);
    const { caller } = socket.data.session;
    if (isNew && watched(socket) >= MAX_ROOMS) {
      throw new ProblemException('too-many-requests', `At most ${MAX_ROOMS} rooms at a time`);
    }
    if (!(await this.access.mayWatch(caller, room))) {
      throw new ProblemException('not-found', 'There is no such project or pod');
    }
    // A disconnected socket has left all its rooms and must not join another.
    if (!socket.connected) throw new ProblemException('unavailable', 'The connection is closed');
    void socket.join(name);
    try {
      return visibleTo(caller, await this.states.all(room));
    } catch (error) {
      if (isNew) void socket.leave(name);
      throw error;
    }
  }

  leave(socket: LiveSocket, room: Room): void {
    void socket.leave(roomName(room));
  }
}

function visibleTo(caller: Caller, state: RoomState): RoomState {
  const { weekly_progress: week } = state;
  return week === null ? state : { ...state, weekly_progress: weekSeenBy(caller, week) };
}

function watched(socket: LiveSocket): number {
  return [...socket.rooms].filter((name) => parseRoom(name) !== null).length;
}
