import { expect, it } from 'vitest';
import { mayPass } from './may-pass.js';

const coded = (code: string): Error => Object.assign(new Error('refused'), { code });
const answered = (httpStatusCode: number): Error =>
  Object.assign(new Error('refused'), { $metadata: { httpStatusCode } });
/** As the upload store wraps the errors of its driver. */
const unread = (cause: unknown): Error =>
  Object.assign(new Error('Cannot read file', { cause }), { code: 'E_CANNOT_READ_FILE' });

it.each([
  ['a lost connection', new Error('Connection terminated unexpectedly')],
  ['a restart of the database', coded('57P01')],
  ['a deadlock', coded('40P01')],
  ['a cancelled statement', coded('57014')],
  ['a store that cannot be reached', unread(coded('ECONNREFUSED'))],
  ['a bucket that is away', unread(answered(503))],
  ['a bucket with too many requests', answered(429)],
])('IMP-141 %s may pass', (_what, error) => expect(mayPass(error)).toBe(true));

it.each([
  ['a violated constraint', coded('23503')],
  ['a full disk', coded('53100')],
  ['a file that may not be read', unread(coded('EACCES'))],
  ['a bucket that refuses', unread(answered(403))],
  ['a mistake in the code', new TypeError('x is not a function')],
  ['no error at all', undefined],
])('IMP-141 %s does not pass by itself', (_what, error) => expect(mayPass(error)).toBe(false));
