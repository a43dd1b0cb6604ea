import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningOf, endOf } from './cut-text.js';

const characters = (text: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );

describe('a text that is cut', () => {
  it.each([
    '\u{1f600}',
    '\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}',
    'e\u0301',
    '\u{1f1e9}\u{1f1ea}',
  ])('UP-68 keeps whole characters of %j', (character) => {
    const text = `a${character.repeat(300)}z.csv`;
    for (const [cut, whole] of [
      [beginningOf(text, 255), characters(text)],
      [endOf(text, 255), characters(text).toReversed()],
    ] as const) {
      const kept = characters(cut).length;
      const next = whole[kept] ?? '';
      expect(cut.length).toBeLessThanOrEqual(255);
      expect(cut.length + next.length).toBeGreaterThan(255);
    }
    expect(text.startsWith(beginningOf(text, 255))).toBe(true);
    expect(text.endsWith(endOf(text, 255))).toBe(true);
    expect(beginningOf(text, 255) + endOf(text, 255)).not.toMatch(/\p{Surrogate}/u);
  });

  it('UP-68 is unchanged if it is short enough', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 9 }), (text) => {
        expect([beginningOf(text, text.length), endOf(text, text.length)]).toEqual([text, text]);
      }),
    );
  });
});
