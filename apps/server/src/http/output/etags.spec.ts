import { describe, expect, it } from 'vitest';
import { ProblemException } from '../../problems/problem.js';
import { refuseStale } from './etags.js';

const change = (ifMatch: string) => (): void =>
  refuseStale({ version: 'v2', name: 'Theirs' }, { name: 'Mine' }, ifMatch);

describe('If-Match', () => {
  it.each(['"v2"', 'W/"v2"', '"v1", W/"v2"', '*'])('CRUD-12 %s names the version', (tags) => {
    expect(change(tags)).not.toThrow();
  });

  it.each(['"v1"', 'W/"v1"', '"v1", "v3"', 'v2', '""'])('CRUD-12 %s names another one', (tags) => {
    expect(change(tags)).toThrow(ProblemException);
  });
});
