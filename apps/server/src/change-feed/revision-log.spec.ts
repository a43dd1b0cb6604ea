import { describe, expect, it } from 'vitest';
import { RevisionLog } from './revision-log.js';

const of = (project_id: number, revision: number) => ({ project_id, revision });

describe('RevisionLog', () => {
  it('LIVE-15 finds the projects whose revision is not the one last heard of', () => {
    const log = new RevisionLog();
    expect(log.recordAll([of(0, 8), of(1, 5), of(2, 3)])).toEqual([0, 1, 2]);
    log.record(1, 6);
    expect(log.recordAll([of(0, 10), of(1, 6), of(2, 4)])).toEqual([2]);
    expect(log.recordAll([of(0, 10), of(1, 6), of(2, 4)])).toEqual([]);
  });

  it('LIVE-15 tells what belongs to no project by what the sum exceeds the projects', () => {
    const log = new RevisionLog();
    log.recordAll([of(0, 8), of(1, 8)]);
    expect(log.recordAll([of(0, 9), of(1, 8)])).toEqual([0]);
    log.record(0, 2);
    expect(log.recordAll([of(0, 10), of(1, 8)])).toEqual([]);
  });

  it('LIVE-15 takes a restored database, whose revisions went back, for a change', () => {
    const log = new RevisionLog();
    log.recordAll([of(0, 8), of(1, 8)]);
    expect(log.recordAll([of(0, 3), of(1, 3)])).toEqual([1]);
  });
});
