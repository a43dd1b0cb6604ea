import { describe, expect, it } from '@jest/globals';
import { filesBelow, isTestFile, read } from './repository.js';
import { SCREEN_TEXTS } from './screen-texts.js';

/** Line breaks, quotes and JSX spaces look the same everywhere. */
function plain(text: string): string {
  return text
    .replaceAll("{' '}", ' ')
    .replaceAll(/&apos;|\\'|’/g, "'")
    .replaceAll(/\s+/g, ' ');
}

const textOf = (files: readonly string[]): string => plain(files.map(read).join('\n'));

const client = filesBelow('apps/web/src');
const sources = textOf(
  [...client, ...filesBelow('libs/contracts/src')].filter((path) => !isTestFile(path)),
);
const tests = textOf([...client, ...filesBelow('test/browser')].filter(isTestFile));

describe('texts of the screens', () => {
  it.each(Object.entries(SCREEN_TEXTS))(
    'WEB-56 %s: every text is in the client and in a test',
    (_, texts) => {
      const missing = (where: string) => texts.filter((text) => !where.includes(plain(text)));
      expect({ client: missing(sources), tests: missing(tests) }).toEqual({
        client: [],
        tests: [],
      });
    },
  );
});
