import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import type { Board } from './boards.js';
import { Commits } from './commits.js';
import { eventually } from './eventually.js';

const EVERY_MS = 25;

/** The last numbers on a board, and when they appeared. */
class Reader {
  private stopped = false;
  private readonly running: Promise<void>;
  shown: unknown;
  changedAt = 0;

  constructor(readonly board: Board) {
    this.running = this.read();
  }

  stop(): Promise<void> {
    this.stopped = true;
    return this.running;
  }

  private async read(): Promise<void> {
    while (!this.stopped) {
      const shown = await this.board.shown();
      if (!isDeepStrictEqual(shown, this.shown)) this.changedAt = performance.now();
      this.shown = shown;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}

/** Compares open boards with SQL, and measures how long after a commit they show its numbers. */
export class BoardWatch {
  private readonly delays: { board: string; ms: number }[] = [];

  private constructor(
    private readonly readers: Reader[],
    private readonly commits: Commits,
  ) {}

  static async start(databaseUrl: string, projectId: number, boards: Board[]): Promise<BoardWatch> {
    const commits = await Commits.follow(databaseUrl, projectId);
    return new BoardWatch(
      boards.map((board) => new Reader(board)),
      commits,
    );
  }

  /** Waits until these boards, or all, show what SQL counts. */
  async agree(step: string, boards = this.readers.map(({ board }) => board)): Promise<void> {
    await Promise.all(
      this.readers
        .filter(({ board }) => boards.includes(board))
        .map(async (reader) => {
          const counted = await reader.board.counted();
          await eventually(`${step}: the ${reader.board.name} to equal SQL`, () => {
            expect(reader.shown).toEqual(counted);
            return true;
          });
        }),
    );
  }

  /** Makes a change, waits until the boards agree with SQL, and keeps the delay of those that changed. */
  async after(step: string, change: () => Promise<unknown>, boards?: Board[]): Promise<void> {
    const begun = performance.now();
    await change();
    await this.agree(step, boards);
    for (const { board, changedAt } of this.readers) {
      if (changedAt < begun || (boards && !boards.includes(board))) continue;
      this.delays.push({ board: board.name, ms: Math.max(0, changedAt - this.commits.lastAt) });
    }
  }

  /** One line per board: how many changes, the median and the 99th percentile of the delay. */
  report(): string {
    const names = [...new Set(this.delays.map(({ board }) => board))];
    return names
      .map((name) => {
        const sorted = this.delays
          .filter(({ board }) => board === name)
          .map(({ ms }) => ms)
          .toSorted((one, other) => one - other);
        const at = (share: number) =>
          sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
        return `${name}: ${sorted.length} changes, commit to screen p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
      })
      .join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.readers.map((reader) => reader.stop()), this.commits.stop()]);
  }
}
