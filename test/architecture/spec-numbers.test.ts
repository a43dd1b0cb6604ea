import { describe, expect, it } from '@jest/globals';
import { type Tier, tierOf } from '@portal/testing/tiers';
import { filesBelow, isTestFile, read } from './repository.js';

/** `- **IMP-1** …`, the format of each behaviour. */
const BEHAVIOUR = /^- \*\*([A-Z]+-\d+)\*\* \S/gm;

const FOLDER = 'docs/spec/';

const files = filesBelow(FOLDER).map((path) => {
  const numbers = [...read(path).matchAll(BEHAVIOUR)].map((match) => match[1] ?? '');
  return { name: path.slice(FOLDER.length), numbers };
});
const specified = files.flatMap((file) => file.numbers);
const areas = new Set(specified.map(areaOf));

function areaOf(number: string): string {
  return number.replace(/-\d+$/, '');
}

/** The numbers at the start of a title, separated by blanks, commas or 'and'. */
function quotedIn(source: string): string[] {
  const titles = source.matchAll(/['"`]((?:[A-Z]+-\d+(?:,? and |, | ))+)/g);
  return [...titles]
    .flatMap((match) => match[1]?.match(/[A-Z]+-\d+/g) ?? [])
    .filter((number) => areas.has(areaOf(number)));
}

const testFiles = ['libs', 'apps', 'test'].flatMap(filesBelow).filter(isTestFile);
const quoted = new Map<string, string[]>();
for (const path of testFiles) {
  for (const number of quotedIn(read(path))) {
    quoted.set(number, [...(quoted.get(number) ?? []), path]);
  }
}

/** A file of helpers with titles, such as `test/browser/demo/`, runs with the tests of its folder. */
function tierOfTitles(path: string): Tier | undefined {
  return tierOf(path) ?? tierOf(path.replace(/^(test\/[\w-]+)\/.+\.ts$/, '$1/any.test.ts'));
}

describe('the specification', () => {
  it('ARCH-1 numbers each behaviour once', () => {
    const repeated = specified.filter((number, index) => specified.indexOf(number) !== index);
    expect(repeated).toEqual([]);
    expect(specified.length).toBeGreaterThan(50);
  });

  it('ARCH-1 has each area in the file that the index names', () => {
    const index = [
      ...read(`${FOLDER}README.md`).matchAll(/^\| \[(\S+)\]\(\1\) +\| (.+) \|$/gm),
    ].map(([, name, row = '']) => [
      name,
      [...row.matchAll(/`([A-Z]+)`/g)].map((match) => match[1]),
    ]);
    const content = files
      .filter(({ numbers }) => numbers.length > 0)
      .map(({ name, numbers }) => [name, [...new Set(numbers.map(areaOf))]]);
    expect(Object.fromEntries(index)).toEqual(Object.fromEntries(content));
  });

  it('ARCH-1 has a test for every number', () => {
    expect(specified.filter((number) => !quoted.has(number))).toEqual([]);
  });

  it('ARCH-32 runs a test of every number in a tier, and of most in npm test', () => {
    const tiersOf = (number: string) => (quoted.get(number) ?? []).map(tierOfTitles);
    expect(specified.filter((number) => tiersOf(number).every((tier) => !tier))).toEqual([]);
    const rest = specified.filter((number) => !tiersOf(number).includes('test'));
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.length).toBeLessThan(specified.length / 4);
  });

  it('ARCH-32 runs every test file in a tier', () => {
    const tests = testFiles.filter((path) => /\.(test|spec)\.tsx?$/.test(path));
    expect(tests.filter((path) => tierOf(path) === undefined)).toEqual([]);
    expect(tests.filter((path) => tierOf(path) === 'test').length).toBeGreaterThan(300);
    expect(tierOf('libs/persistence/src/other.slow.int.spec.ts')).toBe('test:all');
    expect(tierOf('apps/web/src/ui/other.slow.spec.tsx')).toBe('test:all');
    expect(tierOf('apps/web/src/ui/other.spec.tsx')).toBe('test');
    expect(tierOf('test/system/other.test.ts')).toBe('test:all');
    expect(tierOf('test/unknown/other.test.ts')).toBeUndefined();
  });

  it('ARCH-1 has every number that a test quotes', () => {
    const unknown = [...quoted].filter(([number]) => !specified.includes(number));
    expect(Object.fromEntries(unknown)).toEqual({});
  });

  it('ARCH-1 reads the numbers at the start of titles', () => {
    expect(quotedIn(`it('ARCH-1 numbers', …); it.each(x)("ARCH-2, ARCH-3 and RUN-1 hold"`)).toEqual(
      ['ARCH-1', 'ARCH-2', 'ARCH-3', 'RUN-1'],
    );
    expect(quotedIn(`it('reads UTF-8 and ARCH-1'); encode('UTF-8 text')`)).toEqual([]);
  });
});
