import type { EndedImport } from '@portal/persistence/imports/import-models';

/** An import ends in its transaction, which may commit later than one that ended after it. */
const LATE_MS = 10 * 60_000;

/** Each import that has ended since the server started, once. */
export class EndedImports {
  private readonly begun: number;
  private asked: number;
  /** The imports of the last minutes that were returned, with when. */
  private readonly known = new Map<string, number>();

  /** @param now the clock in milliseconds since 1970 */
  constructor(
    private readonly endedSince: (moment: Date) => Promise<readonly EndedImport[]>,
    private readonly now: () => number = Date.now,
  ) {
    this.begun = now();
    this.asked = this.begun;
  }

  /** Those that were not returned before. */
  async next(): Promise<EndedImport[]> {
    const asking = this.now();
    const found = await this.endedSince(new Date(Math.max(this.asked - LATE_MS, this.begun)));
    const fresh = found.filter(({ id }) => !this.known.has(id));
    for (const { id } of found) this.known.set(id, asking);
    // What was not found this time has ended too long ago to be found again.
    for (const [id, foundAt] of this.known) if (foundAt < asking) this.known.delete(id);
    this.asked = asking;
    return fresh;
  }
}
