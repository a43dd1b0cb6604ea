import type { ProblemItem } from '@portal/contracts/problem';
import { ProblemException } from '../../problems/problem.js';

/** Enough refused rows to find the cause; thousands may have the same. */
const MAX_REFUSED = 100;

/** A refused row; the key is null for a reason that is not about one row. */
interface Refusal {
  readonly key: number | null;
  readonly problem: ProblemException;
}

/** How the response tells of refused rows. */
interface Words {
  /** Of all of them. @param least 'At least ' if there may be more than `count` */
  summary(first: Refusal, count: number, least: string): string;
  /** Of one of them, with each reason. */
  itemsOf(refusal: Refusal): readonly ProblemItem[];
}

/** The rows that a change of many rows cannot change, with the reasons. */
export class RefusedRows {
  private readonly problems = new Map<number | null, ProblemException>();
  /** Whether more rows may be refused than `count`. */
  isMinimum = false;

  constructor(private readonly words: Words) {}

  /** @param key null for a reason that is not about one row */
  add(key: number | null, problem: ProblemException): void {
    if (!this.problems.has(key)) this.problems.set(key, problem);
  }

  /** Runs the check of a row and adds the problem that it throws. */
  async collect(key: number | null, check: () => void | Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof ProblemException)) throw error;
      this.add(key, error);
    }
  }

  has(key: number): boolean {
    return this.problems.has(key);
  }

  get count(): number {
    return this.problems.size;
  }

  /** Whether no more refused rows are searched. */
  get isFull(): boolean {
    return this.count >= MAX_REFUSED;
  }

  /** The search stopped, so there may be more. */
  stop(): void {
    this.isMinimum = true;
  }

  /** The reasons, each with its row. */
  get listed(): ProblemItem[] {
    return [...this.problems]
      .slice(0, MAX_REFUSED)
      .flatMap(([key, problem]) => this.words.itemsOf({ key, problem }))
      .slice(0, MAX_REFUSED);
  }

  /** @throws {ProblemException} of the kind of the first refusal, with each refused row */
  throwIfAny(): void {
    const [first] = this.problems;
    if (!first) return;
    const [key, problem] = first;
    const least = this.isMinimum ? 'At least ' : '';
    throw new ProblemException(
      problem.code,
      this.words.summary({ key, problem }, this.count, least),
      this.listed,
    );
  }
}
