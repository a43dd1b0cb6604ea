import { describe, expect, it } from 'vitest';
import { RevisionLog } from './revision-log.js';

const of = (project_id: number, revision: number, epoch = 'one') => ({
  ...{ project_id, epoch, revision },
});

/** A log that knows these stamps. */
function logOf(...stamps: ReturnType<typeof of>[]): RevisionLog {
  const log = new RevisionLog();
  log.takeAll(stamps);
  return log;
}

describe('RevisionLog', () => {
  it('LIVE-15 finds the projects whose revision differs from the last known one', () => {
    const log = logOf(of(0, 8), of(1, 5), of(2, 3));
    log.take(1, 6);
    expect(log.takeAll([of(0, 10), of(1, 6), of(2, 4)])).toEqual([2]);
    expect(log.takeAll([of(0, 10), of(1, 6), of(2, 4)])).toEqual([]);
  });

  it('LIVE-15 reports project 0 if the sum exceeds the sum of the projects', () => {
    const log = logOf(of(0, 8), of(1, 8));
    expect(log.takeAll([of(0, 9), of(1, 8)])).toEqual([0]);
    log.take(0, 2);
    expect(log.takeAll([of(0, 10), of(1, 8)])).toEqual([]);
  });

  it('LIVE-35 reports that everything may have changed in a new epoch, and then only changes', () => {
    const log = logOf(of(0, 8), of(1, 8));
    expect(log.takeAll([of(0, 8, 'two'), of(1, 8, 'two')])).toBe(null);
    expect(log.takeAll([of(0, 8, 'two'), of(1, 8, 'two')])).toEqual([]);
    expect(log.takeAll([of(0, 9, 'two'), of(1, 9, 'two')])).toEqual([1]);
  });
});
