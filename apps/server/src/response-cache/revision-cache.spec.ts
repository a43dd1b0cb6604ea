import { describe, expect, it } from 'vitest';
import { type Finding, type Question, RevisionCache } from './revision-cache.js';

const question = (change: Partial<Question> = {}): Question => ({
  ...{ key: 'a', limits: '30', revision: 1 },
  ...change,
});
const steady = (value: string, revision = 1): Finding<string> => ({
  ...{ value, revision, isDeterministic: true, bytes: value.length },
});
const nobody = new AbortController().signal;

/** Runs that resolve on demand. */
function controlledRuns() {
  const runs: { signal: AbortSignal; end: (finding: Finding<string>) => void }[] = [];
  const run = (signal: AbortSignal): Promise<Finding<string>> =>
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
    const ask = (change: Partial<Question>) =>
      cache.get(
        question(change),
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
    expect(await cache.get(question(), unsteady, nobody)).toBe('run 1');
    expect(await cache.get(question(), unsteady, nobody)).toBe('run 2');
    const failing = () => Promise.reject(new Error('no'));
    await expect(cache.get(question(), failing, nobody)).rejects.toThrow('no');
    expect(await cache.get(question(), () => Promise.resolve(steady('yes')), nobody)).toBe('yes');
  });

  it('CST-32 shares a run between equal requests at the same revision', async () => {
    const cache = new RevisionCache<string>(10_000);
    const { runs, run } = controlledRuns();
    const answers = [question(), question(), question({ revision: 2 })].map((each) =>
      cache.get(each, run, nobody),
    );
    expect(runs).toHaveLength(2);
    runs[1]?.end(steady('new', 2));
    expect(await answers[2]).toBe('new');
    runs[0]?.end(steady('old'));
    expect(await Promise.all(answers)).toEqual(['old', 'old', 'new']);
    // A later result for an older revision does not replace it.
    expect(await cache.get(question({ revision: 2 }), run, nobody)).toBe('new');
  });

  it('CST-32 cancels a run when the last client disconnects, and then starts a new one', async () => {
    const cache = new RevisionCache<string>(10_000);
    const { runs, run } = controlledRuns();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [first, second].map(({ signal }) => cache.get(question(), run, signal));
    first.abort(new Error('gone'));
    await expect(answers[0]).rejects.toThrow('gone');
    expect(runs[0]?.signal.aborted).toBe(false);
    second.abort(new Error('gone, too'));
    await expect(answers[1]).rejects.toThrow('gone, too');
    expect(runs[0]?.signal.aborted).toBe(true);
    const later = cache.get(question(), run, nobody);
    runs[1]?.end(steady('again'));
    expect(await later).toBe('again');
  });

  it('CST-32 starts no run for a client that has already disconnected', async () => {
    const cache = new RevisionCache<string>(10_000);
    const { runs, run } = controlledRuns();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(cache.get(question(), run, gone)).rejects.toThrow('gone');
    expect(runs.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('CST-30 evicts entries beyond its size', async () => {
    const cache = new RevisionCache<string>(2_000);
    let count = 0;
    const ask = (key: string) =>
      cache.get(question({ key }), () => Promise.resolve(steady(`run ${++count}`)), nobody);
    expect(await ask('a')).toBe('run 1');
    expect(await ask('b')).toBe('run 2');
    expect(await ask('a')).toBe('run 3');
  });
});
