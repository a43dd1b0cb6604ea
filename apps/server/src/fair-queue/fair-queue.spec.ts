import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { FairQueue, QueueFullError } from './fair-queue.js';

const LIMITS = { running: 2, runningPerKey: 1, waiting: 4, waitingPerKey: 3, maxWaitMs: 30_000 };
const ONE = { ...LIMITS, running: 1, waiting: 64, waitingPerKey: 64 };

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A queue with its own clock, whose runs have names. */
class Watched {
  readonly entered: string[] = [];
  readonly queue: FairQueue<string>;
  private readonly leaves = new Map<string, () => void>();
  private now = 0;

  constructor(limits = LIMITS) {
    this.queue = new FairQueue(limits, () => this.now);
  }

  pass(ms: number): void {
    this.now += ms;
  }

  enter(name: string, project: number, signal?: AbortSignal): Promise<void> {
    const admission = this.admit(name, project, signal);
    // A test may end before the run is admitted.
    admission.catch(() => undefined);
    return admission;
  }

  async leave(name: string): Promise<void> {
    this.leaves.get(name)?.();
    await settled();
  }

  /** The names in the order in which the runs start if each ends immediately. */
  async order(): Promise<string[]> {
    for (let at = 0; at < this.entered.length; at++) await this.leave(this.entered[at] ?? '');
    return this.entered;
  }

  private async admit(name: string, project: number, signal?: AbortSignal): Promise<void> {
    const leave = await this.queue.enter(project, name, signal);
    this.entered.push(name);
    this.leaves.set(name, leave);
  }
}

async function placeOf(refused: Promise<unknown>): Promise<number> {
  const error = await refused.catch((reason: unknown) => reason);
  if (!(error instanceof QueueFullError)) throw new Error('not refused');
  return error.position;
}

describe('FairQueue', () => {
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
    expect(await placeOf(runs.enter('e', 1))).toBe(4);
    await runs.enter('other', 2);
    void runs.enter('d', 3);
    // Behind one run of each project that came first.
    expect(await placeOf(runs.enter('f', 4))).toBe(3);
  });

  it('SBX-20 SBX-49 refuses a run that waited too long, and removes one that was aborted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const runs = new Watched();
      await runs.enter('runs', 1);
      const patient = runs.enter('patient', 1);
      const away = new AbortController();
      const gone = runs.enter('gone', 1, away.signal);
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

  it('SBX-47 gives each project its turn, however many runs the others have', async () => {
    const runs = new Watched(ONE);
    await runs.enter('runs', 1);
    for (const name of ['1a', '1b', '1c']) void runs.enter(name, 1);
    for (const name of ['2a', '2b']) void runs.enter(name, 2);
    void runs.enter('3a', 3);
    await runs.leave('runs');
    void runs.enter('4a', 4);
    expect(await runs.order()).toEqual(['runs', '1a', '2a', '3a', '1b', '4a', '2b', '1c']);
  });

  it('SBX-47 keeps the place of a project whose runs are as many as allowed', async () => {
    const runs = new Watched({ ...ONE, running: 2 });
    await runs.enter('1a', 1);
    await runs.enter('2a', 2);
    void runs.enter('1b', 1);
    for (const name of ['3a', '3b']) void runs.enter(name, 3);
    await runs.leave('2a');
    await runs.leave('1a');
    expect(runs.entered).toEqual(['1a', '2a', '3a', '1b']);
  });

  it('SBX-47 lets at most one run of each other project go before, for any runs', async () => {
    const step = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('end' as const));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, running) => {
          const runs = new Watched({ ...ONE, running, runningPerKey: running });
          /** The projects of the runs in the order of their start, by the time a run came. */
          const startsAt = new Map<string, number>();
          let ended = 0;
          for (const [at, what] of steps.entries()) {
            if (what === 'end') await runs.leave(runs.entered[ended++] ?? '');
            else {
              startsAt.set(`${what}:${at}`, runs.entered.length);
              void runs.enter(`${what}:${at}`, what);
            }
            await settled();
            ended = Math.min(ended, runs.entered.length);
          }
          const order = await runs.order();
          expect(order.toSorted()).toEqual([...startsAt.keys()].toSorted());
          for (const [place, name] of order.entries()) {
            const [project] = name.split(':');
            const before = order.slice(0, place);
            const own = before.findLastIndex((other) => other.startsWith(`${project}:`));
            const since = Math.max(own + 1, startsAt.get(name) ?? 0);
            const others = before.slice(since).map((other) => other.split(':')[0]);
            expect(others).toEqual([...new Set(others)]);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('SBX-49 shows the runs of a project, with their places among those of all projects', async () => {
    const runs = new Watched(ONE);
    await runs.enter('running', 1);
    void runs.enter('1a', 1);
    runs.pass(250);
    void runs.enter('1b', 1);
    void runs.enter('2a', 2);
    expect(runs.queue.runsOf(1)).toEqual({
      running: [{ what: 'running', ms: 250 }],
      waiting: [
        { what: '1a', ms: 250, position: 1 },
        { what: '1b', ms: 0, position: 3 },
      ],
    });
    expect(runs.queue.runsOf(2).waiting).toEqual([{ what: '2a', ms: 0, position: 2 }]);
    expect(runs.queue.runsOf(3)).toEqual({ running: [], waiting: [] });
    expect(await runs.order()).toEqual(['running', '1a', '2a', '1b']);
  });

  it('ALERT-30 starts a run in the background while nobody waits, and asks it to end when somebody does', async () => {
    const { queue } = new Watched(ONE);
    const wanted: string[] = [];
    const order: string[] = [];
    const enter = (name: string, inBackground = false) =>
      queue
        .enter(1, name, undefined, inBackground ? () => wanted.push(name) : undefined)
        .then((leave) => {
          order.push(name);
          return leave;
        });
    const background = await enter('background', true);
    const person = enter('person');
    expect(wanted).toEqual(['background']);
    const later = enter('later', true);
    const second = enter('second');
    background();
    (await person)();
    (await second)();
    (await later)();
    expect(order).toEqual(['background', 'person', 'second', 'later']);
    expect(queue.load).toEqual({ running: 0, waiting: 0 });
  });

  it('ALERT-30 asks no run of another project while there are free places', async () => {
    const { queue } = new Watched({ ...LIMITS, running: 3 });
    const wanted: number[] = [];
    const enter = (project: number) =>
      queue.enter(project, '', undefined, () => wanted.push(project));
    await enter(1);
    await queue.enter(2, '');
    const person = queue.enter(2, '');
    expect(wanted).toEqual([]);
    const other = queue.enter(1, '');
    expect(wanted).toEqual([1]);
    void Promise.allSettled([person, other]);
  });
});
