import { createHash } from 'node:crypto';
import { isObject } from '@portal/contracts/objects';
import { memoize } from './memoize.js';

/** What the portal knows of names, for the rows of a file format. */
export interface KnownNames {
  /** Ids of projects by `turing_project_id`. */
  readonly projects: ReadonlyMap<number, number>;
  /** Numbers of stored batches, by `batchKey`. */
  readonly batches: ReadonlyMap<string, number>;
}

/** A batch by its project and name, which is compared without case and outer blanks. */
export function batchKey(projectId: number, name: string): string {
  return `${projectId}\n${name.trim().normalize('NFC').toLowerCase()}`;
}

/**
 * Gives the batch and the review of a mapped row the numbers that the file does not have. A batch of that name in the
 * project keeps its number; a new one gets the same number from each file, and a review likewise.
 */
export function giveNumbers(row: Record<string, unknown>, { projects, batches }: KnownNames): void {
  const { batch_name: name, turing_batch_id: batch, reviews } = row;
  if (batch === undefined && typeof name === 'string') {
    const project = row['project_id'] ?? projects.get(Number(row['turing_project_id']));
    const key = batchKey(Number(project), name);
    const stored = batches.get(key);
    row['turing_batch_id'] = stored ?? numberOf(key);
    // Otherwise the file would write the name its own way.
    if (stored !== undefined) delete row['batch_name'];
  }
  const review: unknown = Array.isArray(reviews) ? reviews[0] : undefined;
  if (isObject(review) && review['turing_review_id'] === undefined) {
    const { reviewer_email: reviewer, submitted_at: at } = review;
    review['turing_review_id'] = numberOf(
      [row['turing_task_id'], String(reviewer).trim().toLowerCase(), at ?? ''].join('\n'),
    );
  }
}

/** Numbers from 2^52 to 2^53 - 1, where no tool counts. */
const FIRST = 2 ** 52;

const numberOf = memoize((text) => {
  const bits = createHash('sha256').update(text).digest().readBigUInt64BE() & (2n ** 52n - 1n);
  return FIRST + Number(bits);
});
