import type { ListedTable } from '@portal/contracts/entities';
import type { QueryClient } from '@tanstack/react-query';
import { isRefused } from '../lib/api-error';
import { invalidate, readsAny } from '../lib/invalidate';
import { browserNow } from '../lib/use-now';

/** Minimum time between two fetches of a list, in milliseconds. */
const PAUSE_MS = 1_000;
/** The same after a failure. */
const PAUSE_FAILED_MS = 10_000;

/**
 * Fetches lists again whose records changed. A query names the records that it reads in
 * `meta.reads`; the first change is followed at once, the next ones after a pause. What fails is tried
 * again, but not what the server refuses.
 */
export class RecordChanges {
  readonly #client: QueryClient;
  #changed = new Set<ListedTable>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastRun = 0;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  add(records: Iterable<ListedTable>, pause = PAUSE_MS): void {
    for (const one of records) this.#changed.add(one);
    this.#timer ??= setTimeout(() => void this.#follow(), this.#lastRun + pause - browserNow());
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #follow(): Promise<void> {
    const changed = this.#changed;
    const reads = readsAny(changed);
    this.#lastRun = browserNow();
    this.#timer = undefined;
    // A list that is under way may have been read before the change.
    if (this.#client.isFetching({ predicate: reads }) > 0) return this.add([]);
    this.#changed = new Set();
    await invalidate(this.#client, { predicate: reads });
    const shown = this.#client.getQueryCache().findAll({ type: 'active', predicate: reads });
    // A refusal includes the change: what was deleted is gone.
    if (shown.some(({ state: { error } }) => error !== null && !isRefused(error))) {
      this.add(changed, PAUSE_FAILED_MS);
    }
  }
}
