import { HONEST } from '@portal/testing/honest-queries';
import { REPORTING } from '@portal/testing/reporting-views';
import { afterAll, describe, expect, it } from 'vitest';
import { HOSTILE } from '@portal/testing/hostile-queries';
import { GuardThreads } from './guard-threads.js';

const guard = new GuardThreads(REPORTING);
afterAll(() => guard.close());

const titled = HONEST.map((sql) => ({ sql, title: sql.slice(0, 80).replaceAll(/\s+/g, ' ') }));

describe('permitted queries', () => {
  it.each(titled)('GUARD-1 pass: $title', async ({ sql }) => {
    expect(await guard.check(sql)).toMatchObject({ ok: true });
  });
});

describe('hostile queries', () => {
  it.each(HOSTILE)('GUARD-2 are refused at the position of the error: $name', async (hostile) => {
    const { sql, at, honest } = hostile;
    const check = await guard.check(sql);
    if (check.ok) throw new Error(`passed: ${sql.slice(0, 200)}`);
    const [first] = check.problems;
    expect({ ...first, text: sql.slice((first?.position ?? 0) - 1).slice(0, at.length) }).toEqual({
      ...first,
      text: at,
    });
    expect(await guard.check(honest)).toMatchObject({ ok: true });
  });
});
