import { HONEST } from '@portal/testing/honest-queries';
import { REPORTING } from '@portal/testing/reporting-views';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HOSTILE } from '@portal/testing/hostile-queries';
import { scan } from './parser.js';
import { GuardThreads } from './guard-threads.js';

const guard = new GuardThreads(REPORTING);
afterAll(() => guard.close());

const INSERTED = [
  'pg_sleep(1)',
  `set_config('role', 'none', true)`,
  `pg_catalog.pg_read_file('/etc/passwd')`,
  '(select count(*) from pg_class)',
  `'pg_class'::regclass`,
  '; drop table tasks;',
  '$1',
];

const tokensSchema = z.object({
  tokens: z.array(z.object({ start: z.int().default(0), end: z.int(), text: z.string() })),
});

function tokensOf(text: string): z.infer<typeof tokensSchema>['tokens'] {
  return tokensSchema.parse(JSON.parse(scan(text))).tokens;
}

/** Every reported position must be inside the text. */
async function check(text: string): Promise<boolean> {
  const result = await guard.check(text);
  if (result.ok) return true;
  expect(result.problems.length).toBeGreaterThan(0);
  for (const { message, position, line, column } of result.problems) {
    expect(message).toMatch(/\S/);
    expect(position).toBeGreaterThanOrEqual(1);
    expect(position).toBeLessThanOrEqual(Math.max(1, text.length));
    const lines = text.split('\n');
    expect(lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column).toBe(position);
  }
  return false;
}

describe('any text', () => {
  it('GUARD-7 a permitted query with a hostile part anywhere is refused', async () => {
    const picks = fc.tuple(fc.constantFrom(...HONEST), fc.nat(), fc.constantFrom(...INSERTED));
    await fc.assert(
      fc.asyncProperty(picks, fc.constantFrom('before', 'instead'), async (pick, where) => {
        const [honest, place, hostile] = pick;
        // Not after a line comment: the mutation would become part of it.
        const tokens = tokensOf(honest);
        const token = tokens[place % tokens.length];
        if (token === undefined || token.text.startsWith('--')) return;
        const bytes = Buffer.from(honest);
        const rest = bytes.subarray(where === 'before' ? token.start : token.end).toString();
        const text = `${bytes.subarray(0, token.start).toString()} ${hostile} ${rest}`;
        expect([text, await check(text)]).toEqual([text, false]);
      }),
      { numRuns: runs(50) },
    );
  });

  it('GUARD-8 any text gets a result with positions inside it', async () => {
    const words = [...HONEST, ...HOSTILE.map(({ sql }) => sql)]
      .filter((sql) => sql.length < 1000)
      .flatMap((sql) => sql.split(/(?<=\W)|(?=\W)/));
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join('')),
      fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(' ')),
      fc
        .uint8Array({ maxLength: 200 })
        .map((bytes) => `select ${Buffer.from(bytes).toString('latin1')}`),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => void (await check(text))),
      { numRuns: runs(60) },
    );
  });

  it('GUARD-8 half of any query gets a result with positions inside it', async () => {
    const all = [...HONEST, ...HOSTILE.map(({ sql }) => sql)].filter((sql) => sql.length < 5000);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), fc.nat(), fc.nat(), async (sql, from, length) => {
        const start = from % (sql.length + 1);
        await check(sql.slice(start, start + (length % (sql.length + 1))));
      }),
      { numRuns: runs(50) },
    );
  });
});
