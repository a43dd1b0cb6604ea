import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Part, type Run, Supervisor } from './supervisor.js';

/** A fake process that the test controls. */
class FakeRun implements Run {
  becomeReady = (): void => undefined;
  end: (reason: string) => void = () => undefined;
  readonly ready = new Promise<void>((resolve) => (this.becomeReady = resolve));
  readonly ended = new Promise<string>((resolve) => (this.end = resolve));

  stop(): Promise<void> {
    this.end('SIGTERM');
    return Promise.resolve();
  }
}

const log = { path: '/logs/part.log', lastLines: () => 'its last line' };

class Scene {
  readonly runs: FakeRun[] = [];
  readonly said: string[] = [];
  readonly givenUp: string[] = [];
  readonly supervisor: Supervisor;

  constructor(name: string, needs?: Supervisor) {
    const part: Part = {
      name,
      log,
      needs,
      start: () => {
        const run = new FakeRun();
        this.runs.push(run);
        return run;
      },
    };
    this.supervisor = new Supervisor(part, {
      say: (line) => this.said.push(line),
      giveUp: (message) => this.givenUp.push(message),
    });
  }

  get last(): FakeRun {
    const run = this.runs.at(-1);
    if (run === undefined) throw new Error('nothing runs');
    return run;
  }

  async begun(): Promise<this> {
    const begun = this.supervisor.begin();
    this.last.becomeReady();
    await begun;
    return this;
  }

  /** Ends the process and waits for the immediate reactions. */
  async dies(reason = 'SIGKILL'): Promise<void> {
    this.last.end(reason);
    await vi.advanceTimersByTimeAsync(0);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a supervised part', () => {
  it('RUN-33 restarts after a pause that doubles, with one line each', async () => {
    const scene = await new Scene('database').begun();
    for (const seconds of [0.5, 1, 2, 4]) {
      const before = scene.runs.length;
      await scene.dies();
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(scene.runs.length).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(scene.runs.length).toBe(before + 1);
    }
    expect(scene.said).toEqual([
      'The database ended (SIGKILL); starting it again in 0.5 s',
      'The database ended (SIGKILL); starting it again in 1 s (2 deaths in the last minute)',
      'The database ended (SIGKILL); starting it again in 2 s (3 deaths in the last minute)',
      'The database ended (SIGKILL); starting it again in 4 s (4 deaths in the last minute)',
    ]);
  });

  it('RUN-33 uses the first pause again after a minute without an end', async () => {
    const scene = await new Scene('worker').begun();
    for (let end = 0; end < 7; end += 1) {
      await scene.dies('exit code 1');
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(scene.said).toEqual(
      Array<string>(7).fill('The worker ended (exit code 1); starting it again in 0.5 s'),
    );
    expect(scene.givenUp).toEqual([]);
  });

  it('RUN-36 fails with its last lines at the fifth end in a minute, ready or not', async () => {
    const scene = await new Scene('server').begun();
    for (let end = 0; end < 4; end += 1) {
      await scene.dies();
      await vi.advanceTimersByTimeAsync(4_000);
    }
    expect(scene.givenUp).toEqual([]);
    await scene.dies('exit code 1');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(scene.runs.length).toBe(5);
    expect(scene.givenUp).toEqual([
      'The server ended (exit code 1), 5 times within a minute. ' +
        'Its last lines (all in /logs/part.log):\nits last line',
    ]);
  });

  it('RUN-36 does not restart if it ends before it was ready', async () => {
    const scene = new Scene('server');
    const begun = scene.supervisor.begin();
    scene.last.end('exit code 1');
    await expect(begun).rejects.toThrow(
      'The server ended (exit code 1) before it was ready. ' +
        'Its last lines (all in /logs/part.log):\nits last line',
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(scene.runs.length).toBe(1);
  });

  it('RUN-33 waits for the part that it needs', async () => {
    const database = await new Scene('database').begun();
    const server = await new Scene('server', database.supervisor).begun();
    await database.dies();
    await server.dies();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([database.runs.length, server.runs.length]).toEqual([2, 1]);

    database.last.becomeReady();
    await vi.advanceTimersByTimeAsync(200);
    expect(server.runs.length).toBe(2);
  });

  it('RUN-30 stops immediately while it runs, pauses or waits', async () => {
    const running = await new Scene('server').begun();
    const paused = await new Scene('database').begun();
    const waiting = await new Scene('worker', paused.supervisor).begun();
    await paused.dies();
    await waiting.dies();
    for (const { supervisor } of [waiting, running, paused]) await supervisor.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    for (const { runs, said } of [waiting, running, paused]) {
      expect(runs.length).toBe(1);
      expect(said.length).toBeLessThan(2);
    }
    expect(running.said).toEqual([]);
  });
});
