import { describe, expect, it } from '@jest/globals';
import { filesBelow, isTestFile, read } from './repository.js';

const FILES = ['apps/server/src', 'apps/worker/src', 'libs']
  .flatMap(filesBelow)
  .filter(
    (file) => file.endsWith('.ts') && !/^libs\/testing\/|\/(?:testing|spec-support)\//.test(file),
  );

const filesWith = (pattern: RegExp, files = FILES.filter((file) => !isTestFile(file))): string[] =>
  files.filter((file) => pattern.test(read(file)));

/** A SQLSTATE of PostgreSQL or of the portal, or the class of the driver's errors. */
const READS_DATABASE_ERRORS =
  /'(?:0[38]|2[0-9A-F]|4[0-4]|5[3-8]|XX|ZP)[0-9A-Z]{3}'(?<!MB')|\binstanceof (?:pg\.)?DatabaseError\b/;

describe('knowledge that has one place', () => {
  it('ARCH-40 what an error of the database means', () => {
    expect(filesWith(READS_DATABASE_ERRORS)).toEqual([
      // Custom SQL shows them to the author of a query.
      'apps/server/src/sandbox/data-error-message.ts',
      'apps/server/src/sandbox/query-error.ts',
      'apps/server/src/sandbox/sandbox.ts',
      'libs/persistence/src/database-errors.ts',
      // Says of files and of the database that a disk is full.
      'libs/platform/src/full-disk.ts',
    ]);
  });

  it.each(["code === '23505'", "['40P01', 1]", "'ZP001'", 'error instanceof pg.DatabaseError'])(
    'ARCH-40 finds %s',
    (text) => expect(text).toMatch(READS_DATABASE_ERRORS),
  );

  it('ARCH-41 the numbers of advisory locks, also in tests', () => {
    const numbers = /\b7_?264_?[01]\d\d\b|advisory\w*\(\d/;
    expect(filesWith(numbers, FILES)).toEqual(['libs/persistence/src/locks.ts']);
  });

  it('ARCH-42 the reporting zone, which the settings only hand on, and its default', () => {
    expect(filesWith(/\bconfig\.reportingTimeZone\b/)).toEqual([
      'apps/server/src/application.ts',
      'apps/server/src/main.ts',
    ]);
    expect(filesWith(/'America\/Los_Angeles'/)).toEqual([
      'libs/contracts/src/constants.ts',
      'libs/persistence/src/migrations/baseline-0.2.0.ts',
    ]);
  });
});
