import { describe, expect, it, vi } from 'vitest';
import { QueueFullError, RunQueue } from './run-queue.js';

const LIMITS = { running: 2, runningPerKey: 1, waiting: 4, waitingPerKey: 3, maxWaitMs: 30_000 };
const ONE = { ...LIMITS, running: 1, waiting: 64, waitingPerKey: 64 };

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A queue with its own clock, whose runs have names. */
class Watched {
  readonly entered: string[] = [];
  readonly queue: RunQueue;
  private readonly leaves = new Map<string, () => void>();
  private now = 0;

  constructor(limits = LIMITS) {
    this.queue = new RunQueue(limits, () => this.now);
  }

  pass(ms: number): void {
    this.now += ms;
  }

  enter(name: string, project: number, stat?: number, signal?: AbortSignal): Promise<void> {
    const admission = this.admit(name, project, stat, signal);
    // A test may end before the run is admitted.
    admission.catch(() => undefined);
    return admission;
  }

  private async admit(
    name: string,
    project: number,
    stat: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const leave = await this.queue.enter(project, signal, stat);
    this.entered.push(name);
    this.leaves.set(name, leave);
  }

  async leave(name: string): Promise<void> {
    this.leaves.get(name)?.();
    await settled();
  }

  /** Runs alone for a time, and so tells the queue how long the statistic takes. */
  async ran(project: number, ms: number, stat?: number): Promise<void> {
    const leave = await this.queue.enter(project, undefined, stat);
    this.pass(ms);
    leave();
  }

  /** The names in the order in which the runs start if each ends immediately. */
  async order(): Promise<string[]> {
    for (let at = 0; at < this.entered.length; at++) await this.leave(this.entered[at] ?? '');
    return this.entered;
  }
}

async function placeOf(refused: Promise<unknown>): Promise<number> {
  const error = await refused.catch((reason: unknown) => reason);
  if (!(error instanceof QueueFullError)) throw new Error('not refused');
  return error.position();
}

describe('RunQueue', () => {
  it('SBX-20 limits the concurrent runs, in total and per project', async () => {
    const runs = new Watched();
    await runs.enter('1a', 1);
    void runs.enter('1b', 1);
    void runs.enter('1c', 1);
    await runs.enter('2a', 2);
    void runs.enter('3a', 3);
    await runs.leave('2a');
    await runs.leave('2a');
    expect(runs.entered).toEqual(['1a', '2a', '3a']);
    await runs.leave('1a');
    expect(runs.entered).toEqual(['1a', '2a', '3a', '1b']);
  });

  it('SBX-20 SBX-49 refuses a run with its place if the queue or the share of its project is full', async () => {
    const runs = new Watched();
    await runs.enter('runs', 1);
    for (const name of ['a', 'b', 'c']) void runs.enter(name, 1);
    expect(await placeOf(runs.queue.enter(1))).toBe(4);
    await runs.enter('other', 2);
    void runs.enter('d', 3);
    // Behind one run of each project that came first.
    expect(await placeOf(runs.queue.enter(4))).toBe(3);
  });

  it('SBX-20 SBX-49 refuses a run that waited too long, and removes one that was aborted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const runs = new Watched();
      await runs.enter('runs', 1);
      const patient = runs.enter('patient', 1);
      const away = new AbortController();
      const gone = runs.enter('gone', 1, undefined, away.signal);
      away.abort(new Error('gone'));
      await expect(gone).rejects.toThrow('gone');
      vi.advanceTimersByTime(LIMITS.maxWaitMs);
      expect(await placeOf(patient)).toBe(1);
      await runs.leave('runs');
      await runs.enter('next', 1);
      expect(runs.entered).toEqual(['runs', 'next']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('SBX-47 gives the next run to the project that used the least run time lately', async () => {
    const runs = new Watched(ONE);
    await runs.ran(2, 1_000);
    await runs.ran(3, 3_000);
    await runs.enter('long', 1);
    runs.pass(10_000);
    for (const name of ['1a', '1b']) void runs.enter(name, 1);
    void runs.enter('3a', 3);
    void runs.enter('2a', 2);
    void runs.enter('4a', 4);
    expect(await runs.order()).toEqual(['long', '4a', '2a', '3a', '1a', '1b']);
  });

  it('SBX-47 counts the time of runs that did not end', async () => {
    const runs = new Watched({ ...ONE, running: 3, runningPerKey: 2 });
    await runs.ran(2, 1_000);
    for (const name of ['3a', '3b']) await runs.enter(name, 3);
    await runs.enter('1a', 1);
    runs.pass(5_000);
    void runs.enter('1b', 1);
    void runs.enter('2a', 2);
    await runs.leave('3a');
    expect(runs.entered).toEqual(['3a', '3b', '1a', '2a']);
  });

  it('SBX-47 forgets half of the used time after 15 s', async () => {
    const order = async (pause: number): Promise<string[]> => {
      const runs = new Watched(ONE);
      await runs.ran(2, 4_000);
      runs.pass(pause);
      await runs.ran(3, 1_500);
      await runs.enter('other', 1);
      void runs.enter('2a', 2);
      void runs.enter('3a', 3);
      return runs.order();
    };
    expect(await order(0)).toEqual(['other', '3a', '2a']);
    expect(await order(30_000)).toEqual(['other', '2a', '3a']);
  });

  it('SBX-47 gives the next run to a project that waits for 15 s, whatever it used', async () => {
    const order = async (wait: number): Promise<string[]> => {
      const runs = new Watched(ONE);
      await runs.ran(2, 100_000);
      await runs.enter('other', 1);
      void runs.enter('2a', 2);
      runs.pass(wait);
      void runs.enter('3a', 3);
      return runs.order();
    };
    expect(await order(14_999)).toEqual(['other', '3a', '2a']);
    expect(await order(15_000)).toEqual(['other', '2a', '3a']);
  });

  it('SBX-48 lets a short statistic overtake one that came at most 10 s earlier', async () => {
    const order = async (head: number): Promise<string[]> => {
      const runs = new Watched(ONE);
      await runs.ran(1, 60_000, 7);
      await runs.ran(1, 500, 8);
      await runs.enter('other', 2);
      void runs.enter('long', 1, 7);
      runs.pass(head);
      void runs.enter('short', 1, 8);
      void runs.enter('unknown', 1, 9);
      void runs.enter('preview', 1);
      return (await runs.order()).slice(1);
    };
    expect(await order(9_000)).toEqual(['unknown', 'preview', 'short', 'long']);
    expect(await order(9_800)).toEqual(['unknown', 'preview', 'long', 'short']);
    expect(await order(10_000)).toEqual(['long', 'unknown', 'preview', 'short']);
  });

  it('SBX-48 follows the last runs of a statistic', async () => {
    const runs = new Watched(ONE);
    await runs.ran(1, 60_000, 7);
    for (let times = 0; times < 10; times++) await runs.ran(1, 10, 7);
    await runs.ran(1, 1_000, 8);
    await runs.enter('other', 2);
    void runs.enter('once short', 1, 8);
    void runs.enter('once long', 1, 7);
    expect((await runs.order()).slice(1)).toEqual(['once long', 'once short']);
  });

  it('SBX-49 shows the runs of a project, with their places among those of all projects', async () => {
    const runs = new Watched(ONE);
    await runs.ran(1, 2_000, 7);
    await runs.enter('running', 1, 7);
    void runs.enter('1a', 1, 7);
    runs.pass(250);
    void runs.enter('1b', 1);
    void runs.enter('2a', 2, 9);
    expect(runs.queue.runsOf(1)).toEqual({
      running: [{ task: 7, ms: 250 }],
      waiting: [
        { ms: 0, position: 2 },
        { task: 7, ms: 250, position: 3 },
      ],
    });
    expect(runs.queue.runsOf(2).waiting).toEqual([{ task: 9, ms: 0, position: 1 }]);
    expect(runs.queue.runsOf(3)).toEqual({ running: [], waiting: [] });
    expect(await runs.order()).toEqual(['running', '2a', '1b', '1a']);
  });
});
