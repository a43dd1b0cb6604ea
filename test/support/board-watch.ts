import { expect } from '@jest/globals';
import type { Board } from './boards.js';
import { eventually } from './eventually.js';

/** Compares open boards with SQL. */
export class BoardWatch {
  constructor(private readonly boards: readonly Board[]) {}

  /** Waits until these boards, or all, show what SQL counts. */
  async agree(step: string, boards = this.boards): Promise<void> {
    await Promise.all(
      boards.map(async (board) => {
        const counted = await board.counted();
        await eventually(`${step}: the ${board.name} to equal SQL`, async () => {
          expect(await board.shown()).toEqual(counted);
          return true;
        });
      }),
    );
  }

  /** Makes a change and waits until the boards agree with SQL. */
  async after(
    step: string,
    change: () => Promise<unknown>,
    boards?: readonly Board[],
  ): Promise<void> {
    await change();
    await this.agree(step, boards);
  }
}
