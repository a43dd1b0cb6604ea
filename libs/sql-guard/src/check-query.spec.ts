import { describe, expect, it } from 'vitest';
import { checkQuery } from './check-query.js';
import { HONEST } from './corpus/honest.js';
import { HOSTILE } from '@portal/testing/hostile-queries';
import { REPORTING } from './corpus/reporting.js';

const titled = HONEST.map((sql) => ({ sql, title: sql.slice(0, 80).replaceAll(/\s+/g, ' ') }));

describe('honest queries', () => {
  it.each(titled)('GUARD-1 pass: $title', async ({ sql }) => {
    expect(await checkQuery(sql, REPORTING)).toMatchObject({ ok: true });
  });
});

describe('hostile queries', () => {
  it.each(HOSTILE)('GUARD-2 are refused where they are wrong: $name', async (hostile) => {
    const { sql, at, honest } = hostile;
    const check = await checkQuery(sql, REPORTING);
    if (check.ok) throw new Error(`passed: ${sql.slice(0, 200)}`);
    const [first] = check.problems;
    expect({ ...first, text: sql.slice((first?.position ?? 0) - 1).slice(0, at.length) }).toEqual({
      ...first,
      text: at,
    });
    expect(await checkQuery(honest, REPORTING)).toMatchObject({ ok: true });
  });
});
