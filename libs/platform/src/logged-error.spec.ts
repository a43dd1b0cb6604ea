import { describe, expect, it } from 'vitest';
import { loggedError } from './logged-error.js';

describe('an error in the log', () => {
  it('OPS-6 contains its type and code, and no user input', () => {
    const away = Object.assign(new Error('insert failed for "ada@example.com"'), {
      code: '23505',
      constraint: 'app_user_email_key',
      detail: 'Key (email)=(ada@example.com) already exists.',
      query: 'INSERT INTO core.app_user (email) VALUES ($1)',
      parameters: ['ada@example.com'],
    });
    const record = loggedError(away);
    expect(record).toMatchObject({
      type: 'Error',
      message: 'insert failed for "[value]"',
      code: '23505',
      constraint: 'app_user_email_key',
    });
    expect(record['stack']).toContain('logged-error.spec');
    expect(JSON.stringify(record)).not.toContain('example.com');
    expect(record).not.toHaveProperty('parameters');
  });

  it('OPS-6 contains no value that PostgreSQL quotes', () => {
    const wrong = Object.assign(new Error('invalid input syntax for type integer: "se"cret"'), {
      code: '22P02',
    });
    expect(loggedError(wrong)).toMatchObject({
      message: 'invalid input syntax for type integer: "[value]"',
    });
    expect(JSON.stringify(loggedError(wrong))).not.toContain('cret');
    const missing = Object.assign(new Error('relation "tusk" does not exist'), { code: '42P01' });
    expect(loggedError(missing)).toMatchObject({ message: 'relation "tusk" does not exist' });
    expect(loggedError(new Error('mail of c@example.com'))).toMatchObject({
      message: 'mail of [email]',
    });
  });

  it('OPS-6 contains causes up to a limit', () => {
    const root = new Error('gone');
    const record = loggedError(new Error('no', { cause: root }));
    expect(record).toMatchObject({ message: 'no', cause: { message: 'gone' } });
    root.cause = root;
    expect(JSON.stringify(loggedError(root)).match(/"message"/g)).toHaveLength(6);
    expect(loggedError('text of b@example.com')).toEqual({ message: 'text of [email]' });
  });
});
