import type { ProblemItem } from '@portal/contracts/problem';
import { ProblemException } from '../problems/problem.js';
import type { ResourceMetadata } from './resource-metadata.js';

/** Enough to find the cause; thousands of items may have the same. */
const MAX_LISTED = 100;

/** The items that a bulk request cannot change, with the reasons. */
export class BulkRefusals {
  private readonly items = new Map<number | null, ProblemException>();

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

  /** The reasons, each with the id of its item. */
  get listed(): ProblemItem[] {
    return [...this.items]
      .slice(0, MAX_LISTED)
      .flatMap(([key, problem]) => itemsOf(key, problem))
      .slice(0, MAX_LISTED);
  }

  /** @throws {ProblemException} of the kind of the first refusal, with each refused item */
  throwIfAny(total: number): void {
    const [first] = this.items.values();
    if (!first) return;
    const { label, labelPlural } = this.table.resource;
    const items = (total === 1 ? label : labelPlural).toLowerCase();
    throw new ProblemException(
      first.code,
      `${this.count} of ${total} ${items} cannot be changed, so nothing was changed: ${first.detail}`,
      this.listed,
    );
  }
}

function itemsOf(key: number | null, { detail, errors }: ProblemException): ProblemItem[] {
  const item = key === null ? {} : { item: String(key) };
  if (!errors || errors.length === 0) return [{ pointer: '', detail, ...item }];
  return errors.map((error) => ({ ...error, pointer: `/change${error.pointer}`, ...item }));
}
