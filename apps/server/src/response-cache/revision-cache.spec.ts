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

/** Runs that end when the test says so. */
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
  it('CST-30 answers again as long as key and revision are the same', async () => {
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
    // Who was let in before the change is answered with what came after it.
    expect(await ask({ revision: 1 })).toBe('run 3');
  });

  it('CST-31 keeps nothing that depends on the clock, and no failure', async () => {
    const cache = new RevisionCache<string>(10_000);
    let count = 0;
    const unsteady = () => Promise.resolve({ ...steady(`run ${++count}`), isDeterministic: false });
    expect(await cache.get(question(), unsteady, nobody)).toBe('run 1');
    expect(await cache.get(question(), unsteady, nobody)).toBe('run 2');
    const failing = () => Promise.reject(new Error('no'));
    await expect(cache.get(question(), failing, nobody)).rejects.toThrow('no');
    expect(await cache.get(question(), () => Promise.resolve(steady('yes')), nobody)).toBe('yes');
  });

  it('CST-32 shares a run among those who ask the same of the same revision', async () => {
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
    // What was found later for an older revision does not replace it.
    expect(await cache.get(question({ revision: 2 }), run, nobody)).toBe('new');
  });

  it('CST-32 cancels a run when the last who waits has gone, and begins anew after that', async () => {
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

  it('CST-32 does not run for who has gone before', async () => {
    const cache = new RevisionCache<string>(10_000);
    const { runs, run } = controlledRuns();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(cache.get(question(), run, gone)).rejects.toThrow('gone');
    expect(runs.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('CST-30 forgets what it has no room for', async () => {
    const cache = new RevisionCache<string>(2_000);
    let count = 0;
    const ask = (key: string) =>
      cache.get(question({ key }), () => Promise.resolve(steady(`run ${++count}`)), nobody);
    expect(await ask('a')).toBe('run 1');
    expect(await ask('b')).toBe('run 2');
    expect(await ask('a')).toBe('run 3');
  });
});
