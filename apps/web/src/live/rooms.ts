import type { Subscribe } from '@portal/contracts/live';

type RoomListener = (change: 'wanted' | 'unwanted', room: Subscribe) => void;

interface WantedRoom {
  readonly room: Subscribe;
  holders: number;
}

/**
 * The rooms that components use, with a count, so that two components share one subscription.
 * Independent of any connection.
 */
export class Rooms {
  readonly #wanted = new Map<string, WantedRoom>();
  #listener: RoomListener | undefined;

  /** Uses a room until the returned function is called. */
  want(room: Subscribe): () => void {
    const key = roomKey(room);
    const known = this.#wanted.get(key);
    const entry = known ?? { room, holders: 0 };
    entry.holders += 1;
    if (!known) {
      this.#wanted.set(key, entry);
      this.#listener?.('wanted', room);
    }
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#release(key, entry);
    };
  }

  wanted(): Subscribe[] {
    return [...this.#wanted.values()].map(({ room }) => room);
  }

  isWanted(room: Subscribe): boolean {
    return this.#wanted.has(roomKey(room));
  }

  /** Sets the listener of the current connection; undefined when it is closed. */
  listen(listener: RoomListener | undefined): void {
    this.#listener = listener;
  }

  #release(key: string, entry: WantedRoom): void {
    entry.holders -= 1;
    // A page change releases a room that the next page often needs immediately.
    setTimeout(() => {
      if (entry.holders > 0 || this.#wanted.get(key) !== entry) return;
      this.#wanted.delete(key);
      this.#listener?.('unwanted', entry.room);
    }, 0);
  }
}

export const rooms = new Rooms();

/** One text per room. */
export function roomKey({ project_id, pod_name }: Subscribe): string {
  return JSON.stringify([project_id, pod_name ?? null]);
}
