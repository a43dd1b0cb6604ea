import type { ProblemItem } from '@portal/contracts/problem';
import { MAX_REFUSED } from '../db/refused-rows.js';
import { ProblemException } from '../problems/problem.js';
import type { ResourceMetadata } from './resource-metadata.js';

/** The items that a bulk request cannot change, with the reasons. */
export class BulkRefusals {
  private readonly items = new Map<number | null, ProblemException>();
  /** Whether more items may be refused than `count`. */
  isMinimum = false;

  constructor(private readonly table: ResourceMetadata) {}

  /** @param key null for a reason that is not about one item */
  add(key: number | null, problem: ProblemException): void {
    if (!this.items.has(key)) this.items.set(key, problem);
  }

  /** Runs the check of an item and adds the problem that it throws. */
  async collect(key: number | null, check: () => void | Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof ProblemException)) throw error;
      this.add(key, error);
    }
  }

  has(key: number): boolean {
    return this.items.has(key);
  }

  get count(): number {
    return this.items.size;
  }

  get isFull(): boolean {
    return this.items.size >= MAX_REFUSED;
  }

  /** Items are not searched further. */
  stop(): void {
    this.isMinimum = true;
  }

  /** The reasons, each with the id of its item. */
  get listed(): ProblemItem[] {
    return [...this.items]
      .slice(0, MAX_REFUSED)
      .flatMap(([key, problem]) => itemsOf(key, problem))
      .slice(0, MAX_REFUSED);
  }

  /** @throws {ProblemException} of the kind of the first refusal, with each refused item */
  throwIfAny(total: number): void {
    const [first] = this.items.values();
    if (!first) return;
    const { label, labelPlural } = this.table.resource;
    const items = (total === 1 ? label : labelPlural).toLowerCase();
    const least = this.isMinimum ? 'At least ' : '';
    throw new ProblemException(
      first.code,
      `${least}${this.count} of ${total} ${items} cannot be changed, so nothing was changed: ${first.detail}`,
      this.listed,
    );
  }
}

function itemsOf(key: number | null, { detail, errors }: ProblemException): ProblemItem[] {
  const item = key === null ? {} : { item: String(key) };
  if (!errors || errors.length === 0) return [{ pointer: '', detail, ...item }];
  return errors.map((error) => ({ ...error, pointer: `/change${error.pointer}`, ...item }));
}
