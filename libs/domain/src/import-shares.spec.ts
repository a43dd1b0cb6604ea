import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAbove, isMoreThan, needsConfirmation } from './import-shares.js';

const share = (over: Partial<Parameters<typeof isAbove>[0]>) => ({
  ...{ project_id: 1, project: 'Alpha', tasks: 1000, changed: 0, sent_back: 0 },
  ...{ max_changed_percent: null, max_sent_back_percent: null },
  ...over,
});

describe('the limit of a share', () => {
  it('IMP-130 is exact for any number of tasks and any percentage with two decimals', () => {
    const count = fc.integer({ min: 0, max: 500_000_000 });
    fc.assert(
      fc.property(count, count, fc.integer({ min: 0, max: 10_000 }), (part, whole, hundredths) => {
        const exact = BigInt(part) * 10_000n > BigInt(whole) * BigInt(hundredths);
        expect(isMoreThan(part, whole, hundredths / 100)).toBe(exact);
      }),
    );
    expect(isMoreThan(57, 10_000, 0.57)).toBe(false);
    expect(isMoreThan(58, 10_000, 0.57)).toBe(true);
    expect(isMoreThan(5, 5, null)).toBe(false);
  });

  it('IMP-130 is that of the changed tasks or that of those sent back', () => {
    expect(isAbove(share({ changed: 101, max_changed_percent: 10 }))).toBe(true);
    expect(isAbove(share({ changed: 100, max_changed_percent: 10 }))).toBe(false);
    expect(isAbove(share({ sent_back: 1, max_sent_back_percent: 0 }))).toBe(true);
    expect(isAbove(share({ changed: 1000, sent_back: 1000 }))).toBe(false);
  });
});

describe('a confirmation', () => {
  const limited = { max_changed_percent: 10, max_sent_back_percent: 1 };
  const asked = share({ ...limited, changed: 200, sent_back: 20 });

  it('IMP-133 is needed above a limit, unless as many tasks were confirmed', () => {
    expect(needsConfirmation([share({ ...limited, changed: 100, sent_back: 10 })], [])).toBe(false);
    expect(needsConfirmation([asked], [])).toBe(true);
    expect(needsConfirmation([asked], [asked])).toBe(false);
    expect(needsConfirmation([{ ...asked, changed: 150 }], [asked])).toBe(false);
  });

  it('IMP-133 is needed again if more tasks of any project change or are sent back', () => {
    expect(needsConfirmation([{ ...asked, changed: 201 }], [asked])).toBe(true);
    expect(needsConfirmation([{ ...asked, sent_back: 21 }], [asked])).toBe(true);
    expect(needsConfirmation([asked, { ...asked, project_id: 2 }], [asked])).toBe(true);
  });

  it('IMP-133 is not needed for more tasks within the limit', () => {
    const few = share({ ...limited, changed: 5, sent_back: 20 });
    expect(needsConfirmation([{ ...few, changed: 90 }], [few])).toBe(false);
  });
});
