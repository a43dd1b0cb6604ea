import type { LiveServer } from '../live-server.js';
import { parseRoom, type Room, roomName } from './room.js';

/** The occupied rooms of this server. */
export class RoomRegistry {
  private readonly rooms = new Map<string, Room>();

  /** Tracks the rooms of the server; call it before the first socket and with its final adapter. */
  follow(server: LiveServer): void {
    const { adapter } = server.of('/');
    adapter.on('create-room', (name: string) => {
      const room = parseRoom(name);
      if (room) this.rooms.set(name, room);
    });
    adapter.on('delete-room', (name: string) => this.rooms.delete(name));
  }

  all(): Room[] {
    return [...this.rooms.values()];
  }

  ofProject(projectId: number): Room[] {
    return this.all().filter((room) => room.projectId === projectId);
  }

  isOccupied(room: Room): boolean {
    return this.rooms.has(roomName(room));
  }
}
