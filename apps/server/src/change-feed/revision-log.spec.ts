import { describe, expect, it } from 'vitest';
import { RevisionLog } from './revision-log.js';

const of = (project_id: number, revision: number) => ({ project_id, revision });

describe('RevisionLog', () => {
  it('LIVE-15 finds the projects whose revision differs from the last known one', () => {
    const log = new RevisionLog();
    expect(log.recordAll([of(0, 8), of(1, 5), of(2, 3)])).toEqual([0, 1, 2]);
    log.record(1, 6);
    expect(log.recordAll([of(0, 10), of(1, 6), of(2, 4)])).toEqual([2]);
    expect(log.recordAll([of(0, 10), of(1, 6), of(2, 4)])).toEqual([]);
  });

  it('LIVE-15 reports project 0 if the sum exceeds the sum of the projects', () => {
    const log = new RevisionLog();
    log.recordAll([of(0, 8), of(1, 8)]);
    expect(log.recordAll([of(0, 9), of(1, 8)])).toEqual([0]);
    log.record(0, 2);
    expect(log.recordAll([of(0, 10), of(1, 8)])).toEqual([]);
  });

  it('LIVE-15 treats the lower revisions of a restored database as a change', () => {
    const log = new RevisionLog();
    log.recordAll([of(0, 8), of(1, 8)]);
    expect(log.recordAll([of(0, 3), of(1, 3)])).toEqual([1]);
  });
});
