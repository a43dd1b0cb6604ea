import { describe, expect, it } from 'vitest';
import { errorRecord } from './error-record.js';

describe('an error in the log', () => {
  it('OPS-6 contains its type and code, and no user input', () => {
    const away = Object.assign(new Error('insert failed for "ada@example.com"'), {
      code: '23505',
      constraint: 'app_user_email_key',
      detail: 'Key (email)=(ada@example.com) already exists.',
      query: 'INSERT INTO core.app_user (email) VALUES ($1)',
      parameters: ['ada@example.com'],
    });
    const record = errorRecord(away);
    expect(record).toMatchObject({
      type: 'Error',
      message: 'insert failed for "[value]"',
      code: '23505',
      constraint: 'app_user_email_key',
    });
    expect(record['stack']).toContain('error-record.spec');
    expect(JSON.stringify(record)).not.toContain('example.com');
    expect(record).not.toHaveProperty('parameters');
  });

  it('OPS-6 contains no value that PostgreSQL quotes', () => {
    const wrong = Object.assign(new Error('invalid input syntax for type integer: "se"cret"'), {
      code: '22P02',
    });
    expect(errorRecord(wrong)).toMatchObject({
      message: 'invalid input syntax for type integer: "[value]"',
    });
    expect(JSON.stringify(errorRecord(wrong))).not.toContain('cret');
    const missing = Object.assign(new Error('relation "tusk" does not exist'), { code: '42P01' });
    expect(errorRecord(missing)).toMatchObject({ message: 'relation "tusk" does not exist' });
    expect(errorRecord(new Error('mail of c@example.com'))).toMatchObject({
      message: 'mail of [email]',
    });
  });

  it('OPS-6 contains causes up to a limit', () => {
    const root = new Error('gone');
    const record = errorRecord(new Error('no', { cause: root }));
    expect(record).toMatchObject({ message: 'no', cause: { message: 'gone' } });
    root.cause = root;
    expect(JSON.stringify(errorRecord(root)).match(/"message"/g)).toHaveLength(6);
    expect(errorRecord('text of b@example.com')).toEqual({ message: 'text of [email]' });
  });
});
