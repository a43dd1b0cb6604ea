import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { GROWING_QUERIES, ONCE_TOO_MUCH } from '@portal/testing/growing-queries';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { REPORTING } from './corpus/reporting.js';
import { QueryGuard } from './query-guard.js';

const guard = new QueryGuard(REPORTING);
afterAll(() => guard.close());

/** Maximum time for a text on a busy machine. */
const MOST_MS = 2_000;
const MEBIBYTE = 1024 ** 2;

async function firstProblem(text: string, by = guard): Promise<string> {
  const check = await by.check(text);
  return check.ok ? 'none' : (check.problems[0]?.message ?? '');
}

/** A view with so many columns that repeated searches for the last one take seconds. */
const SLOW = { tasks: [...Array.from({ length: 100_000 }, (_, index) => `x${index}`), 'last'] };
const SLOW_TEXT = `select 1 from tasks t where ${'(t.last).last = 1 and '.repeat(2_900)} true`;

const LONG_TEXT = `select 1 from tasks where ${'1=1 and '.repeat(8_000)} true`;

/** Copies the columns of sixty tables 400 times. */
const TABLES = Array.from({ length: 60 }, (_, at) => `tasks t${at}`).join(', ');
const COPIES = Array.from({ length: 400 }, (_, at) => `a${at + 1} as (select * from a${at})`);
const WIDE_TEXT = `with a0 as (select * from ${TABLES}), ${COPIES.join(', ')} select 1 from a400`;

describe('a text that exceeds a limit', () => {
  it('GUARD-10 of the parser is refused, and affects no other text', async () => {
    const deep = `select ${'1+'.repeat(32_000)}1`;
    const texts = ['select 1', deep, 'select 1 from', deep, 'select 2'];
    expect(await Promise.all(texts.map((text) => firstProblem(text)))).toEqual([
      'none',
      expect.stringMatching(/^The query is (?:nested too deeply|too complex to be checked)$/),
      'Syntax error at end of input',
      expect.stringMatching(/^The query is (?:nested too deeply|too complex to be checked)$/),
      'none',
    ]);
  });

  it.each([
    ['with too many nodes', LONG_TEXT, 'is too long'],
    ['with too many steps', WIDE_TEXT, 'is too complex'],
  ])('GUARD-12 %s is refused by its reason', async (_, text, reason) => {
    expect(Buffer.byteLength(text)).toBeLessThan(64 * 1024);
    expect(await firstProblem(text)).toBe(`The query ${reason}`);
  });

  it('GUARD-12 of time ends its thread; the next text gets a new one', async () => {
    const slow = new QueryGuard(SLOW);
    try {
      for (let time = 0; time < 2; time += 1) {
        const begun = performance.now();
        expect(await firstProblem(SLOW_TEXT, slow)).toBe('The query is too complex to be checked');
        expect(performance.now() - begun).toBeGreaterThan(200);
        expect(await firstProblem('select 1', slow)).toBe('none');
      }
    } finally {
      await slow.close();
    }
  });

  it('GUARD-12 does not delay other texts', async () => {
    const slow = new QueryGuard(SLOW);
    try {
      await Promise.all(['select 1', 'select 2'].map((text) => slow.check(text)));
      const answered: string[] = [];
      const asked = [SLOW_TEXT, 'select 1'].map(async (text) => {
        await slow.check(text);
        answered.push(text);
      });
      await Promise.all(asked);
      expect(answered).toEqual(['select 1', SLOW_TEXT]);
    } finally {
      await slow.close();
    }
  });
});

describe('a closed guard', () => {
  it('GUARD-12 has no threads and starts none', async () => {
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    try {
      const other = new QueryGuard(REPORTING);
      await Promise.all(['select 1', 'select 2'].map((text) => other.check(text)));
      expect(ended).not.toHaveBeenCalled();
      await other.close();
      const left = ended.mock.contexts.map((thread) =>
        thread instanceof Worker ? thread.threadId : undefined,
      );
      expect(left).toEqual([-1, -1]);
      await expect(other.check('select 1')).rejects.toThrow('closed');
    } finally {
      ended.mockRestore();
    }
  });
});

describe('any text of 64 KB', () => {
  it.each(ONCE_TOO_MUCH)('GUARD-12 gets a result by its content: %s', async (_, text) => {
    expect(await firstProblem(text)).not.toBe('The query is too complex to be checked');
  });

  it('GUARD-12 gets a result in limited time and memory, without blocking the caller', async () => {
    const before = process.memoryUsage.rss();
    const delay = monitorEventLoopDelay({ resolution: 10 });
    const ended: string[] = [];
    let [texts, most] = [0, 0];
    const picks = fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 });
    delay.enable();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...GROWING_QUERIES), picks, async (query, ways) => {
        const text = query.text(ways);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * 1024);
        const begun = performance.now();
        const problem = await firstProblem(text);
        expect([performance.now() - begun < MOST_MS, text]).toEqual([true, text]);
        if (problem === 'The query is too complex to be checked') ended.push(text);
        most = Math.max(most, process.memoryUsage.rss() - before);
        texts += 1;
      }),
      { seed: 1664, numRuns: 200, interruptAfterTimeLimit: 5_000, skipEqualValues: true },
    );
    delay.disable();
    expect(texts).toBeGreaterThan(10);
    // Few texts reach the time limit: other limits stop the rest.
    expect(ended.length).toBeLessThan(texts / 10);
    expect(most).toBeLessThan(400 * MEBIBYTE);
    expect(delay.percentile(50)).toBeLessThan(100e6);
  });
});
