import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { problemOfOpening } from './query-error.js';

function refused(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('refused', 0, 'error');
  error.code = code;
  return error;
}

describe('a session that could not be opened', () => {
  it.each([
    ['57014', 'query-timeout', false],
    ['53300', 'unavailable', false],
    ['40001', 'unavailable', false],
    ['57P03', 'unavailable', true],
    ['28P01', 'unavailable', true],
  ])('SBX-52 with SQLSTATE %s is %s; custom SQL lost: %s', (state, code, isLost) => {
    const opening = problemOfOpening(refused(state));
    expect(opening.isLost).toBe(isLost);
    expect(opening.problem.code).toBe(code);
  });
});
