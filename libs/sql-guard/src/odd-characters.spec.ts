import fc from 'fast-check';
import { REPORTING } from '@portal/testing/reporting-views';
import { describe, expect, it } from 'vitest';
import { checkQuery } from './check-query.js';
import { readOddCharacters } from './odd-characters.js';

const check = (sql: string) => checkQuery(sql, REPORTING);
const BLANKS = ['\u00a0', '\u3000', '\u2028', '\u2029', '\ufeff', '\u2009', '\u202f', '\v'];

describe('unusual characters in a query', () => {
  it.each(BLANKS)('GUARD-18 %j is a blank outside of quotes', (blank) => {
    const sql = `${blank}SELECT${blank}status, '${blank}' AS "a${blank}b" FROM${blank}tasks${blank}`;
    expect(check(sql)).toMatchObject({
      ok: true,
      sql: ` SELECT status, '${blank}' AS "a${blank}b" FROM tasks `,
    });
  });

  it('GUARD-18 they are blanks in a placeholder, and positions after them stay', () => {
    const sql =
      'SELECT\u00a0status\u3000FROM tasks\u2028WHERE project_id = {{\u00a0project_id\u00a0}}';
    expect(check(sql)).toMatchObject({ ok: true, placeholders: ['project_id'] });
    const unknown = 'SELECT\u00a0status\u3000FROM\u2003tsks';
    const place = { position: unknown.indexOf('tsks') + 1, line: 1, column: 20 };
    expect(check(unknown)).toMatchObject({ ok: false, problems: [place] });
  });

  it.each([
    ["'\u200b“'", 'a text'],
    ["E'\\'\u200b'", 'a text with escapes'],
    ['$a$ $b$ \u200b“ $a$', 'a dollar-quoted text'],
    ['1 AS "\u200b“"', 'a name'],
    ['1 -- “\u200b', 'a comment'],
    ['1 /* /* “ */ \u200b */', 'a nested comment'],
  ])('GUARD-18 may be anything within %j, %s', (part) => {
    expect(check(`SELECT ${part}\nFROM tasks`)).toMatchObject({ ok: true });
  });

  it('GUARD-18 letters of any language are names outside of quotes', () => {
    expect(check('SELECT count(*) AS größe_数 FROM tasks')).toMatchObject({ ok: true });
  });

  it.each([
    [
      'SELECT “status” FROM tasks',
      8,
      '“ (U+201C) is no sign of SQL; write \'…\' around texts and "…" around names',
    ],
    ['SELECT 3 – 2 FROM tasks', 10, '– (U+2013) is no sign of SQL; write -'],
    ['SELECT 3 ≥ 2 FROM tasks', 10, '≥ (U+2265) is no sign of SQL; write >='],
    [
      'SELECT count（*） FROM tasks',
      13,
      '（ (U+FF08) is no sign of SQL; write the sign of a Latin keyboard',
    ],
    [
      "SELECT 'a' \u200bAS x FROM tasks",
      12,
      'Outside of quotes SQL cannot have the invisible character U+200B (zero width space); delete it',
    ],
    [
      "SELECT\u00a0'b', sta\u00adtus FROM tasks",
      16,
      'Outside of quotes SQL cannot have the invisible character U+00AD (soft hyphen); delete it',
    ],
  ])('GUARD-19 are named at their place: %s', (sql, column, message) => {
    const result = check(`-- “\n${sql}`);
    const [first] = result.ok ? [] : result.problems;
    expect(first).toEqual({ message, line: 2, column, position: column + 5 });
    const honest = sql.replaceAll(/[“”]/g, '"').replace('–', '-').replace('≥', '>=');
    const ascii = honest
      .replace('（', '(')
      .replace('）', ')')
      .replaceAll(/[\u200b\u00ad]/g, '');
    expect(check(ascii)).toMatchObject({ ok: true });
  });

  it('GUARD-19 are at most twenty, in their order', () => {
    const result = check(`SELECT ${'“'.repeat(50)} FROM tasks`);
    expect(result.ok ? [] : result.problems.map(({ position }) => position)).toEqual(
      Array.from({ length: 20 }, (_, index) => 8 + index),
    );
  });

  it('GUARD-18 keep every position, in a text of any characters', () => {
    const part = fc.constantFrom(
      ...["'", '"', 'e', 'E', '\\', '$', '$a$', '/*', '*/', '--', '\n', 'a', '1', ' ', '“'],
      ...['\u00a0', '\u200b', '\ufeff', '😀', 'é'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const query = parts.join('');
        const { text, wrong } = readOddCharacters(query);
        if (wrong.length === 0) expect(text).toHaveLength(query.length);
        for (let at = 0; at < text.length; at += 1) {
          if (text[at] === query[at]) continue;
          expect([text[at], '\u00a0\ufeff'.includes(query[at] ?? '')]).toEqual([' ', true]);
        }
      }),
    );
  });
});
