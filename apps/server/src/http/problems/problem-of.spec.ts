import { NotFoundException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { problemOf } from './problem-of.js';
import { ProblemException } from '../../problems/problem.js';

describe('problemOf', () => {
  it('ERR-1 returns a problem unchanged and maps framework errors', () => {
    const problem = new ProblemException('conflict', 'Taken');
    expect(problemOf(problem)).toBe(problem);
    expect(problemOf(new NotFoundException()).code).toBe('not-found');
    const tooLarge = Object.assign(new Error('x'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' });
    expect(problemOf(tooLarge).code).toBe('payload-too-large');
  });

  it.each<[string, object]>([
    ['that closes', { code: '57P01' }],
    ['that the server refuses', { code: 'ECONNREFUSED' }],
    ['that was terminated', {}],
  ])('ERR-5 reports a database connection %s as unavailable', (_name, facts) => {
    const error = Object.assign(new Error('Connection terminated unexpectedly'), facts);
    expect(problemOf(error)).toMatchObject({
      code: 'unavailable',
      detail: 'The database cannot be reached',
    });
  });

  it('OPS-21 reports that no connection became free, and API-20 a lock', () => {
    expect(problemOf(new Error('timeout exceeded when trying to connect'))).toMatchObject({
      code: 'unavailable',
      detail: 'Too many requests use the database now; try again in a moment',
    });
    expect(problemOf(Object.assign(new Error('x'), { code: '55P03' })).code).toBe('busy');
  });

  it.each<[string, object, string]>([
    ['of the uploads', { code: 'ENOSPC' }, 'The disk of the portal is full; nothing was stored'],
    ['of the database', { code: '53100' }, 'The disk of the database is full; nothing was changed'],
  ])('ERR-40 names a full disk %s, also as the cause of an error', (_name, facts, detail) => {
    const error = Object.assign(new Error('no space left on device: secret'), facts);
    for (const thrown of [error, new Error('cannot write', { cause: error })]) {
      expect(problemOf(thrown)).toMatchObject({ code: 'disk-full', detail });
    }
  });

  it.each<[string, unknown]>([
    ['an error', new Error('password is hunter2')],
    ['an error of the database', Object.assign(new Error('duplicate key'), { code: '23505' })],
    ['an error with a status of 5xx', Object.assign(new Error('x'), { statusCode: 507 })],
    ['a thrown text', 'hunter2'],
    ['nothing', undefined],
  ])('ERR-5 hides the details of %s', (_name, error) => {
    expect(problemOf(error)).toMatchObject({ code: 'internal', detail: 'Something went wrong' });
  });
});
