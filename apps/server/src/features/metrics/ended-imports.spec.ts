import type { EndedImport } from '@portal/persistence/imports/import-models';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EndedImports } from './ended-imports.js';

const MINUTE = 60_000;

interface Stored {
  readonly id: string;
  readonly endedAt: number;
  readonly visibleAt: number;
}

describe('ended imports', () => {
  it('SYS-220 are returned once, whenever they are asked for and commit, from the start on', async () => {
    const endings = fc.array(
      fc.record({
        at: fc.integer({ min: -30, max: 120 }),
        commits: fc.integer({ min: 0, max: 9 }),
      }),
    );
    const asked = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(endings, asked, async (made, pauses) => {
        const stored = made.map(({ at, commits }, index): Stored => ({
          id: String(index),
          endedAt: at * MINUTE,
          visibleAt: (at + commits) * MINUTE,
        }));
        let now = 0;
        const imports = new EndedImports(
          (moment) =>
            Promise.resolve(
              stored
                .filter(({ endedAt, visibleAt }) => endedAt > +moment && visibleAt <= now)
                .map(({ id }): EndedImport => ({ id, outcome: 'completed', rows: 1, seconds: 1 })),
            ),
          () => now,
        );
        const found: string[] = [];
        for (const pause of [...pauses, 1, 200]) {
          now += pause * MINUTE;
          found.push(...(await imports.next()).map(({ id }) => id));
        }
        const expected = stored.filter(({ endedAt }) => endedAt > 0).map(({ id }) => id);
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  it('SYS-220 are returned once to two that ask at the same time', async () => {
    const one: EndedImport = { id: 'one', outcome: 'failed', rows: 0, seconds: null };
    const imports = new EndedImports(() => Promise.resolve([one]));
    const [first, second] = await Promise.all([imports.next(), imports.next()]);
    expect([...first, ...second]).toEqual([one]);
    expect(await imports.next()).toEqual([]);
  });
});
