import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lookup, type ReadResult, RevisionCache } from './revision-cache.js';

const lookup = (change: Partial<Lookup> = {}): Lookup => ({
  ...{ key: 'a', limits: '30', epoch: 'one', revision: 1 },
  ...change,
});
const steady = (value: string, revision = 1, epoch = 'one'): ReadResult<string> => ({
  ...{ value, epoch, revision, isDeterministic: true, bytes: value.length },
});
const nobody = new AbortController().signal;

/** Runs that resolve on demand. */
function controlledRuns() {
  const runs: { signal: AbortSignal; end: (result: ReadResult<string>) => void }[] = [];
  const run = (signal: AbortSignal): Promise<ReadResult<string>> =>
    new Promise((end, reject) => {
      runs.push({ signal, end });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { runs, run };
}

describe('RevisionCache', () => {
  it('CST-30 returns the cached result for the same key and revision', async () => {
    const cache = new RevisionCache<string>(10_000);
    let count = 0;
    const ask = (change: Partial<Lookup>) =>
      cache.get(
        lookup(change),
        () => Promise.resolve(steady(`run ${++count}`, change.revision)),
        nobody,
      );
    expect(await ask({})).toBe('run 1');
    expect(await ask({ limits: '60' })).toBe('run 1');
    expect(await ask({ key: 'b' })).toBe('run 2');
    expect(await ask({ revision: 2 })).toBe('run 3');
    // A request that was authenticated before the change gets the newer result.
    expect(await ask({ revision: 1 })).toBe('run 3');
  });

  it('CST-31 caches no time-dependent result and no failure', async () => {
    const cache = new RevisionCache<string>(10_000);
    let count = 0;
    const unsteady = () => Promise.resolve({ ...steady(`run ${++count}`), isDeterministic: false });
    expect(await cache.get(lookup(), unsteady, nobody)).toBe('run 1');
    expect(await cache.get(lookup(), unsteady, nobody)).toBe('run 2');
    const failing = () => Promise.reject(new Error('no'));
    await expect(cache.get(lookup(), failing, nobody)).rejects.toThrow('no');
    expect(await cache.get(lookup(), () => Promise.resolve(steady('yes')), nobody)).toBe('yes');
  });

  it('CST-32 shares a run between equal requests at the same revision', async () => {
    const cache = new RevisionCache<string>(10_000);
    const { runs, run } = controlledRuns();
    const answers = [lookup(), lookup(), lookup({ revision: 2 })].map((each) =>
      cache.get(each, run, nobody),
    );
    expect(runs).toHaveLength(2);
    runs[1]?.end(steady('new', 2));
    expect(await answers[2]).toBe('new');
    runs[0]?.end(steady('old'));
    expect(await Promise.all(answers)).toEqual(['old', 'old', 'new']);
    // A later result for an older revision does not replace it.
    expect(await cache.get(lookup({ revision: 2 }), run, nobody)).toBe('new');
  });

  it('CST-32 cancels a run when the last client disconnects, and then starts a new one', async () => {
    const cache = new RevisionCache<string>(10_000);
    const { runs, run } = controlledRuns();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [first, second].map(({ signal }) => cache.get(lookup(), run, signal));
    first.abort(new Error('gone'));
    await expect(answers[0]).rejects.toThrow('gone');
    expect(runs[0]?.signal.aborted).toBe(false);
    second.abort(new Error('gone, too'));
    await expect(answers[1]).rejects.toThrow('gone, too');
    expect(runs[0]?.signal.aborted).toBe(true);
    const later = cache.get(lookup(), run, nobody);
    runs[1]?.end(steady('again'));
    expect(await later).toBe('again');
  });

  it('CST-32 starts no run for a client that has already disconnected', async () => {
    const cache = new RevisionCache<string>(10_000);
    const { runs, run } = controlledRuns();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(cache.get(lookup(), run, gone)).rejects.toThrow('gone');
    expect(runs.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('REV-12 returns nothing from before a restore, whatever its revision', async () => {
    const cache = new RevisionCache<string>(10_000);
    const { runs, run } = controlledRuns();
    const [before, after] = [{ revision: 9 }, { epoch: 'two', revision: 4 }];
    const late = cache.get(lookup(before), run, nobody);
    const restored = cache.get(lookup(after), run, nobody);
    runs[1]?.end(steady('restored', 4, 'two'));
    expect(await restored).toBe('restored');
    runs[0]?.end(steady('lost', 9));
    expect(await late).toBe('lost');
    expect(await cache.get(lookup(after), run, nobody)).toBe('restored');
    // Also once the restored database has as many commits.
    const later = cache.get(lookup({ epoch: 'two', revision: 9 }), run, nobody);
    runs[2]?.end(steady('new', 9, 'two'));
    expect(await later).toBe('new');
  });

  it('REV-12 is exact through commits, restores and late requests in any order', async () => {
    // A database whose value is the list of its commits. A restore drops some and begins an epoch.
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant('commit' as const) },
      { weight: 1, arbitrary: fc.record({ lost: fc.nat(5) }) },
      { weight: 4, arbitrary: fc.constant('ask' as const) },
      { weight: 4, arbitrary: fc.record({ end: fc.nat(9) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const cache = new RevisionCache<readonly number[]>(1e6);
        const runs: (() => void)[] = [];
        const now = { epoch: 0, commits: [] as readonly number[] };
        let number = 0;
        const read = () =>
          new Promise<ReadResult<readonly number[]>>((resolve) => {
            runs.push(() => {
              const stamp = { epoch: String(now.epoch), revision: now.commits.length };
              resolve({ value: now.commits, ...stamp, isDeterministic: true, bytes: 9 });
            });
          });
        const answers: Promise<void>[] = [];
        const ask = () => {
          const { epoch, commits } = now;
          const stamp = { epoch: String(epoch), revision: commits.length };
          const answer = cache.get({ key: 'a', ...stamp }, read, new AbortController().signal);
          answers.push(
            answer.then((value) => {
              // Nothing that was committed before the request is missing, unless it was lost since.
              if (now.epoch === epoch) expect(value.slice(0, commits.length)).toEqual(commits);
            }),
          );
        };
        for (const each of steps) {
          if (each === 'commit') now.commits = [...now.commits, ++number];
          else if (each === 'ask') ask();
          else if ('lost' in each) {
            now.commits = now.commits.slice(0, Math.max(0, now.commits.length - each.lost));
            now.epoch += 1;
          } else runs.splice(each.end % Math.max(1, runs.length), 1)[0]?.();
          await Promise.resolve();
        }
        ask();
        for (const end of runs.splice(0)) end();
        await Promise.all(answers);
      }),
    );
  });

  it('CST-30 evicts entries beyond its size', async () => {
    const cache = new RevisionCache<string>(2_000);
    let count = 0;
    const ask = (key: string) =>
      cache.get(lookup({ key }), () => Promise.resolve(steady(`run ${++count}`)), nobody);
    expect(await ask('a')).toBe('run 1');
    expect(await ask('b')).toBe('run 2');
    expect(await ask('a')).toBe('run 3');
  });
});
