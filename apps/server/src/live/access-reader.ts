import { Injectable } from '@nestjs/common';
import type { RoomsNow } from '@portal/persistence/visibility/rooms';
import { Authenticator } from '../auth/authenticator.js';
import type { CallerSession } from '../auth/caller-session.js';
import { AccessWatch } from './access-watch.js';
import type { LiveSocket } from './live-server.js';
import { roomName, watchedRooms } from './room.js';
import { RoomAccess } from './room-access.js';

/** The access of some connections, read together. */
export interface AccessRead {
  /** Reads are numbered by their start; a later read is newer. */
  readonly number: number;
  /** The count of `AccessWatch` that was known before the read. */
  readonly count: number;
  /** By socket id: the token that was read, and its caller; null if it is no longer valid. */
  readonly of: ReadonlyMap<
    string,
    { readonly token: string; readonly caller: CallerSession | null }
  >;
  /** The names of the rooms that were read. */
  readonly roomNames: ReadonlySet<string>;
  readonly rooms: RoomsNow;
}

/** Reads callers and rooms of connections with a fixed number of statements. */
@Injectable()
export class AccessReader {
  private reads = 0;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly watch: AccessWatch,
    private readonly rooms: RoomAccess,
  ) {}

  async read(sockets: readonly LiveSocket[]): Promise<AccessRead> {
    const number = ++this.reads;
    const count = this.watch.known;
    const sessions = sockets.map(({ data }) => ({
      caller: data.session.caller,
      token: data.session.token,
    }));
    const watched = sockets.flatMap(watchedRooms);
    const [callers, rooms] = await Promise.all([
      this.authenticator.renewAll(sessions),
      this.rooms.readNow(watched),
    ]);
    const of = new Map(
      sockets.map(({ id }, at) => [
        id,
        { token: sessions[at]?.token ?? '', caller: callers[at] ?? null },
      ]),
    );
    return { number, count, of, roomNames: new Set(watched.map(roomName)), rooms };
  }
}

export function isSameAccess(a: CallerSession, b: CallerSession): boolean {
  return a.email === b.email && isSameGrants(a.grants, b.grants);
}

/** Both come from the database in the same order. */
export function isSameGrants(a: CallerSession['grants'], b: CallerSession['grants']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
