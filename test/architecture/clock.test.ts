import { expect, it } from '@jest/globals';
import { filesBelow, isTestFile, read } from './repository.js';

/** What reads the clock of the browser: also functions of date-fns and a Date without arguments. */
const READS_CLOCK =
  /\bDate\.now\b|\bnew (?:TZ)?Date\(\s*\)|\bDate\(\)|\b(?:isToday|isTomorrow|isYesterday|isPast|isFuture|isThis[A-Z]\w+|startOfToday|endOfToday|formatDistanceToNow\w*)\(/;

it('ARCH-35 one file of the client reads the clock of the browser', () => {
  const readers = filesBelow('apps/web/src').filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !isTestFile(path) &&
      !path.startsWith('apps/web/src/testing/') &&
      !path.includes('/spec-support/') &&
      READS_CLOCK.test(read(path)),
  );
  expect(readers).toEqual(['apps/web/src/lib/use-now.ts']);
});

it.each([
  'Date.now()',
  'new Date()',
  'isToday(day)',
  'formatDistanceToNow(at)',
  'setNow(Date.now)',
])('ARCH-35 finds %s', (text) => expect(text).toMatch(READS_CLOCK));

it.each(['new Date(at)', 'serverNow()', 'browserNow()', 'Date.parse(text)'])(
  'ARCH-35 allows %s',
  (text) => expect(text).not.toMatch(READS_CLOCK),
);
