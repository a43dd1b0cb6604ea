import { INSTANT_FORMS, type InstantForm } from '@portal/contracts/file-formats';
import { instantReader } from '@portal/domain/file-format/instants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseInstants } from './instant-forms';

const two = (value: number): string => String(value).padStart(2, '0');

/** As tools write an instant in each of the forms. */
const WRITE: Readonly<Record<InstantForm, (at: Date) => string>> = {
  'year-first': (at) => at.toISOString().slice(0, 16).replace('T', ' '),
  'day-first': (at) =>
    `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()} ${at.toISOString().slice(11, 16)}`,
  'month-first': (at) => {
    const hours = at.getUTCHours();
    const half = `${hours % 12 || 12}:${two(at.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
    return `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()} ${half}`;
  },
  'epoch-seconds': (at) => String(at.getTime() / 1000),
  'epoch-milliseconds': (at) => String(at.getTime()),
};

const instant = fc
  .date({
    min: new Date('1995-01-01T00:00:00Z'),
    max: new Date('2080-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((at) => new Date(Math.floor(at.getTime() / 60_000) * 60_000));

describe('the form of instants', () => {
  it('UP-72 is found among those that fit, and the right one unless it is asked', () => {
    const written = fc.record({
      form: fc.constantFrom(...INSTANT_FORMS),
      instants: fc.array(instant, { minLength: 1, maxLength: 20 }),
    });
    fc.assert(
      fc.property(written, ({ form, instants }) => {
        const found = recogniseInstants(instants.map(WRITE[form]));
        expect(found.fitting).toContain(form);
        if (found.ambiguous !== undefined) return;
        const [first = form] = found.fitting;
        const read = instantReader(first, 'UTC');
        for (const at of instants) {
          expect(new Date(read(WRITE[form](at)) ?? '').getTime()).toBe(at.getTime());
        }
      }),
    );
  });

  it.each([
    ['one day above 12 decides', ['5/6/2026', '25/6/2026'], ['day-first'], false],
    ['one month in the second place decides', ['5/6/2026', '5/26/2026'], ['month-first'], false],
    ['days up to 12 do not', ['5/6/2026', '7/8/2026'], ['day-first', 'month-first'], true],
    ['points are between days and months', ['05.06.2026'], ['day-first'], false],
    ['equal numbers do not matter', ['5/5/2026'], ['day-first', 'month-first'], false],
    ['the year says it', ['2026-05-06', '2026-05-07T10:00:00Z'], ['year-first'], false],
    ['names of months are of any order', ['6 Jan 2026'], ['day-first', 'month-first'], false],
    ['ids are no instants', ['12', '13'], [], false],
    ['a stray text says nothing', ['soon', '2026-05-06'], ['year-first'], false],
    ['a day that does not exist says nothing', ['2026-02-30'], [], false],
  ])('UP-72 %s', (_what, texts, forms, isAmbiguous) => {
    const found = recogniseInstants(texts);
    expect(found.fitting).toEqual(forms);
    expect(found.ambiguous !== undefined).toBe(isAmbiguous);
  });
});
