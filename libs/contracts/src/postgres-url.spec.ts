import { describe, expect, it } from 'vitest';
import { postgresUrlSchema, tlsFileProblem } from './postgres-url.js';

const HOST = 'postgresql://ann:secret@db:5432/portal';
const problemOf = (text: string) => postgresUrlSchema.safeParse(text).error?.issues[0]?.message;

describe('the URL of a PostgreSQL', () => {
  it.each(['a/b', 'a/b@c', 'a?b', 'a#b', '12/3', '/'])(
    'RUN-55 with the raw password %s says which signs to encode',
    (password) => {
      expect(problemOf(`postgresql://ann:${password}@db/portal`)).toContain('write / as %2F');
      const encoded = `postgresql://ann:${encodeURIComponent(password)}@db/portal`;
      expect(postgresUrlSchema.parse(encoded)).toBe(encoded);
      expect(decodeURIComponent(new URL(encoded).password)).toBe(password);
    },
  );

  it('RUN-55 without TLS is taken as it is', () => {
    for (const url of [HOST, 'postgres://db/portal', 'postgresql:///portal?host=/run/postgresql']) {
      expect(postgresUrlSchema.parse(url)).toBe(url);
    }
    expect(problemOf('mysql://db')).toContain('must be a postgresql:// URL');
  });

  it.each(['disable', 'require', 'verify-full', 'verify-ca&sslrootcert=/ca.crt'])(
    'RUN-56 with sslmode=%s has the meaning that it has for psql',
    (mode) => {
      const read = postgresUrlSchema.parse(`${HOST}?sslmode=${mode}`);
      expect(read).toBe(`${HOST}?sslmode=${mode}&uselibpqcompat=true`);
      expect(postgresUrlSchema.parse(read)).toBe(read);
    },
  );

  it.each([
    ['sslmode=prefer', 'use sslmode=require or disable'],
    ['sslmode=allow', 'use sslmode=require or disable'],
    ['sslmode=Require', 'use one of disable, require, verify-ca, verify-full'],
    ['sslmode=verify-ca', 'add sslrootcert='],
    ['sslrootcert=/ca.crt', 'add sslmode=verify-full'],
  ])('RUN-56 with %s is refused with what to write', (parameter, advice) => {
    expect(problemOf(`${HOST}?${parameter}`)).toContain(advice);
  });

  it('RUN-58 with a file that cannot be read names it and what to give', () => {
    const url = `${HOST}?sslmode=verify-full&sslrootcert=/etc/ca.crt&uselibpqcompat=true`;
    const fail = (): never => {
      throw new Error('EACCES: permission denied');
    };
    expect(tlsFileProblem(url, fail)).toBe(
      'has sslrootcert=/etc/ca.crt, which cannot be used (EACCES: permission denied): ' +
        'give the path of a file in PEM form that this process may read',
    );
    const read: string[] = [];
    const readAs = (text: string) => (path: string) => {
      read.push(path);
      return text;
    };
    expect(tlsFileProblem(url, readAs('\n-----BEGIN CERTIFICATE-----'))).toBeUndefined();
    expect(read).toEqual(['/etc/ca.crt']);
    expect(tlsFileProblem(url, readAs('\u0030\u0082'))).toContain('(it has no PEM text)');
    expect(tlsFileProblem(HOST, fail)).toBeUndefined();
  });
});
