import { describe, expect, it, vi } from 'vitest';
import { QueueFullError, RunQueue } from './run-queue.js';

const LIMITS = {
  running: 2,
  runningPerKey: 1,
  waiting: 4,
  waitingPerKey: 3,
  maxWaitMs: 1_000,
};

/** Records the admitted runs, in order. */
function watch(queue: RunQueue) {
  const entered: string[] = [];
  const enter = (project: number, name: string, signal?: AbortSignal): Promise<() => void> => {
    const admission = queue.enter(project, signal);
    void admission.then(
      () => entered.push(name),
      () => undefined,
    );
    return admission;
  };
  return { entered, enter };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('RunQueue', () => {
  it('SBX-20 limits the concurrent runs, in total and per project, and projects take turns', async () => {
    const { entered, enter } = watch(new RunQueue(LIMITS));
    const first = await enter(1, '1a');
    void enter(1, '1b');
    void enter(1, '1c');
    const second = await enter(2, '2a');
    void enter(3, '3a');
    expect(entered).toEqual(['1a', '2a']);
    first();
    await settled();
    expect(entered).toEqual(['1a', '2a', '1b']);
    second();
    second();
    await settled();
    expect(entered).toEqual(['1a', '2a', '1b', '3a']);
  });

  it('SBX-20 refuses a run when the queue or the share of its project is full', async () => {
    const queue = new RunQueue(LIMITS);
    const { enter } = watch(queue);
    await enter(1, 'runs');
    for (const name of ['a', 'b', 'c']) void enter(1, name).catch(() => undefined);
    await expect(queue.enter(1)).rejects.toThrow(QueueFullError);
    await expect(queue.enter(2)).resolves.toBeTypeOf('function');
    void enter(3, 'd').catch(() => undefined);
    await expect(queue.enter(4)).rejects.toThrow(QueueFullError);
  });

  it('SBX-20 refuses a run that waited too long, and removes one that was aborted', async () => {
    vi.useFakeTimers();
    try {
      const { entered, enter } = watch(new RunQueue(LIMITS));
      const leave = await enter(1, 'runs');
      const patient = enter(1, 'patient');
      const away = new AbortController();
      const gone = enter(1, 'gone', away.signal);
      away.abort(new Error('gone'));
      await expect(gone).rejects.toThrow('gone');
      vi.advanceTimersByTime(LIMITS.maxWaitMs);
      await expect(patient).rejects.toThrow(QueueFullError);
      leave();
      await enter(1, 'next');
      expect(entered).toEqual(['runs', 'next']);
    } finally {
      vi.useRealTimers();
    }
  });
});
