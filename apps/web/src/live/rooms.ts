import type { Subscribe } from '@portal/contracts/live';

type RoomListener = (change: 'wanted' | 'unwanted', room: Subscribe) => void;

interface WantedRoom {
  readonly room: Subscribe;
  holders: number;
}

/**
 * The rooms that some component wants, counted, so that two components share one subscription.
 * It exists before any connection does and outlives each.
 */
export class Rooms {
  readonly #wanted = new Map<string, WantedRoom>();
  #listener: RoomListener | undefined;

  /** Wants a room until the returned function is called. */
  want(room: Subscribe): () => void {
    const key = keyOf(room);
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
    return this.#wanted.has(keyOf(room));
  }

  /** The one connection there is listens; undefined when it is gone. */
  listen(listener: RoomListener | undefined): void {
    this.#listener = listener;
  }

  #release(key: string, entry: WantedRoom): void {
    entry.holders -= 1;
    // A page change lets go of a room that the next page wants again at once.
    setTimeout(() => {
      if (entry.holders > 0 || this.#wanted.get(key) !== entry) return;
      this.#wanted.delete(key);
      this.#listener?.('unwanted', entry.room);
    }, 0);
  }
}

export const rooms = new Rooms();

function keyOf({ project_id, pod_name }: Subscribe): string {
  return JSON.stringify([project_id, pod_name ?? null]);
}
