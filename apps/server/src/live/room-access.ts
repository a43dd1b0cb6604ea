import { Injectable } from '@nestjs/common';
import type { Caller } from '@portal/domain/caller';
import { mayWatch } from '@portal/domain/rooms';
import { readRoom } from '@portal/persistence/visibility/rooms';
import { DataSource } from 'typeorm';
import type { Room } from './room.js';

/** Reads what the domain decides about. */
@Injectable()
export class RoomAccess {
  constructor(private readonly dataSource: DataSource) {}

  /** False also for a room that does not exist. */
  async mayWatch(caller: Caller, room: Room): Promise<boolean> {
    const found = await readRoom(this.dataSource, room, caller.email);
    return found !== undefined && mayWatch(caller, found);
  }
}
