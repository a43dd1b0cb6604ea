import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, read, ROOT } from './repository.js';

const PAGE = 'docs/security-asvs.md';

/** How many items of level 1 and 2 each section of ASVS 5.0.0 has; they come first in their section. */
const ITEMS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4 },
  ...{ '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4 },
  ...{ '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2 },
  ...{ '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1 },
  ...{ '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};

/** The items that a text names: `6.2.1–12` are twelve. */
function itemsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w.])(\d+\.\d+)\.(\d+)(?:–(\d+))?(?!\w)/g)].flatMap(
    ([, section = '', first = '', last = first]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, index) => `${section}.${Number(first) + index}`,
      ),
  );
}

const page = read(PAGE);
/** Without the introduction, which names versions. */
const answers = page.slice(page.indexOf('\n## '));
const specified = filesBelow('docs/spec/').flatMap((path) =>
  [...read(path).matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, number]) => number),
);

/** The columns of each row of a table, without headings and rules. */
const rows = answers
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, item = '', how = '', where = '']) => ({ item, how, where }));

const named = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);
const isMissing = (path: string): boolean => !existsSync(join(ROOT, path));

describe('the page on ASVS', () => {
  it('ARCH-31 names each item of level 1 and 2 once, and no other', () => {
    const all = Object.entries(ITEMS).flatMap(([section, count]) =>
      itemsIn(`${section}.1–${count}`),
    );
    expect(all).toHaveLength(253);
    expect(itemsIn(answers).sort()).toEqual(all.sort());
  });

  it('ARCH-31 says of each item how it is met and where, or why it is not', () => {
    expect(rows.length).toBeGreaterThan(100);
    const places = /`[\w./-]+`|\b[A-Z]+-\d+\b/;
    const [unmet = '', ...chapters] = answers.split('\n## V');
    expect(chapters).toHaveLength(17);
    for (const { item, how, where } of rows) {
      expect([item, how.length > 3, where.length > 3]).toEqual([item, true, true]);
      if (!unmet.includes(`| ${item} `))
        expect([item, where]).toEqual([item, expect.stringMatching(places)]);
    }
  });

  it('ARCH-31 names numbers of the specification that exist, and paths', () => {
    const numbers = named(answers, /\b([A-Z]+-\d+)\b/g).filter(
      (name) => !/^(SHA|SP|UTF)-/.test(name),
    );
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers.filter((number) => !specified.includes(number))).toEqual([]);
    const paths = named(answers, /`([\w.-]+(?:\/[\w.-]+)+|[\w-]+\.md)`/g);
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter(isMissing)).toEqual([]);
    const links = named(page, /\]\((?!https:)([^)#]+)/g).map((link) => join('docs', link));
    expect(links.filter(isMissing)).toEqual([]);
  });

  it('ARCH-31 detects an item, a number and a path that do not exist', () => {
    expect(itemsIn('| 6.2.1–3, 10.4.11 | TLS 1.2 and 1.3 |')).toEqual([
      '6.2.1',
      '6.2.2',
      '6.2.3',
      '10.4.11',
    ]);
    expect(specified).toContain('ARCH-31');
    expect(specified).not.toContain('ARCH-3100');
    expect([isMissing('docs/security.md'), isMissing('docs/securty.md')]).toEqual([false, true]);
  });
});
