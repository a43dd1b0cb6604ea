import { Worker } from 'node:worker_threads';
import { MAX_QUERY_BYTES, MAX_QUERY_TOKENS } from '@portal/contracts/constants';
import { GROWING_QUERIES, ONCE_TOO_MUCH } from '@portal/testing/growing-queries';
import { REPORTING } from '@portal/testing/reporting-views';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { GuardUnavailable, PATIENCE_MS } from './guard-worker.js';
import { GuardThreads } from './guard-threads.js';

const guard = new GuardThreads(REPORTING);
afterAll(() => guard.close());

const MEBIBYTE = 1024 ** 2;

async function firstProblem(text: string, by = guard): Promise<string> {
  const check = await by.check(text);
  return check.ok ? 'none' : (check.problems[0]?.message ?? '');
}

/** Copies the columns of sixty tables 400 times. */
const TABLES = Array.from({ length: 60 }, (_, at) => `tasks t${at}`).join(', ');
const COPIES = Array.from({ length: 400 }, (_, at) => `a${at + 1} as (select * from a${at})`);
const WIDE_TEXT = `with a0 as (select * from ${TABLES}), ${COPIES.join(', ')} select 1 from a400`;

const numbers = (count: number): string => `select 1 in (${'1, '.repeat(count)}1)`;

describe('a text that exceeds a limit', () => {
  it('GUARD-10 of the parser is refused, and affects no other text', async () => {
    const deep = `select ${'1+'.repeat(9_000)}1`;
    const texts = ['select 1', deep, 'select 1 from', deep, 'select 2'];
    expect(await Promise.all(texts.map((text) => firstProblem(text)))).toEqual([
      'none',
      'The query is nested too deeply',
      'Syntax error at end of input',
      'The query is nested too deeply',
      'none',
    ]);
  });

  it.each([
    ['of levels', `select ${'not '.repeat(300)} true`, 'The query is nested too deeply'],
    ['of steps', WIDE_TEXT, 'The query is too complex'],
    ['of tokens', numbers(10_000), 'A query has at most 20,000 words and signs'],
    ['of bytes', `select '${'a'.repeat(MAX_QUERY_BYTES)}'`, 'The query is longer than 64 KB'],
  ])('GUARD-12 %s is refused by that limit', async (_, text, reason) => {
    expect(await firstProblem(text)).toBe(reason);
  });

  it('GUARD-12 is refused where it exceeds the number of tokens, and passes below it', async () => {
    const text = `select '${'é1.'.repeat(MAX_QUERY_TOKENS / 2)}'`;
    const check = await guard.check(text);
    expect(check).toMatchObject({ problems: [{ position: text.indexOf("'") + 3 * 9_999 + 2 }] });
    expect(await firstProblem(numbers(9_000))).toBe('none');
  });
});

describe('a thread that does not answer', () => {
  it('GUARD-17 is replaced; the text is not blamed, and others are checked meanwhile', async () => {
    const other = new GuardThreads(REPORTING);
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    try {
      await Promise.all(['select 1', 'select 2'].map((text) => other.check(text)));
      const lost = vi.spyOn(Worker.prototype, 'postMessage').mockReturnValueOnce(undefined);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const late = other.check('select 3').catch((error: unknown) => error);
      await expect.poll(() => lost.mock.calls.length).toBe(1);
      expect(await firstProblem('select 4', other)).toBe('none');
      vi.advanceTimersByTime(PATIENCE_MS);
      expect(await late).toBeInstanceOf(GuardUnavailable);
      expect(ended).toHaveBeenCalledOnce();
      vi.useRealTimers();
      expect(
        await Promise.all(['select 3', 'select 5'].map((text) => firstProblem(text, other))),
      ).toEqual(['none', 'none']);
    } finally {
      vi.useRealTimers();
      await other.close();
    }
  });
});

describe('a closed guard', () => {
  it('GUARD-12 has no threads and starts none', async () => {
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    const other = new GuardThreads(REPORTING);
    await Promise.all(['select 1', 'select 2'].map((text) => other.check(text)));
    expect(ended).not.toHaveBeenCalled();
    await other.close();
    const left = ended.mock.contexts.map((thread) =>
      thread instanceof Worker ? thread.threadId : undefined,
    );
    expect(left).toEqual([-1, -1]);
    await expect(other.check('select 1')).rejects.toThrow('closed');
  });
});

describe('any text of 64 KB', () => {
  it.each(ONCE_TOO_MUCH)('GUARD-12 gets a result by its content: %s', async (_, text) => {
    expect(await firstProblem(text)).toMatch(/\w/);
  });

  it('GUARD-12 gets a result by its content, in limited memory', async () => {
    const before = process.memoryUsage.rss();
    let most = 0;
    const picks = fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...GROWING_QUERIES), picks, async (query, ways) => {
        const text = query.text(ways);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_QUERY_BYTES);
        // A thread that is late or out of memory would be an exception.
        await guard.check(text);
        most = Math.max(most, process.memoryUsage.rss() - before);
      }),
      { seed: 1664, numRuns: runs(30) },
    );
    expect(most).toBeLessThan(400 * MEBIBYTE);
  });
});
