import { describe, expect, it } from 'vitest';
import { fuzzyScore } from './fuzzy';

const best = (texts: string[], typed: string) =>
  texts
    .map((text) => ({ text, score: fuzzyScore(text, typed) }))
    .filter(({ score }) => score !== undefined)
    .toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
    .map(({ text }) => text);

describe('fuzzy search', () => {
  it('CRUD-134 finds letters with accents by those without', () => {
    expect(best(['Zoë Groß', 'Zone'], 'ZOE gross')).toEqual(['Zoë Groß']);
  });

  it('UI-31 prefers beginnings to words, words to parts, and parts to letters', () => {
    const texts = ['Custom Statistics', 'Statistics', 'Ecstatic', 'Share tables at it'];
    expect(best(texts, 'stat')).toEqual([
      'Statistics',
      'Custom Statistics',
      'Ecstatic',
      'Share tables at it',
    ]);
  });

  it('UI-31 finds words in any order, and initials', () => {
    expect(best(['Delivery Statistics', 'Dashboard'], 'stat del')).toEqual(['Delivery Statistics']);
    expect(best(['Project Dashboard', 'About'], 'pd')).toEqual(['Project Dashboard']);
    expect(best(['C++ (a.b)', 'About'], '(a.')).toEqual(['C++ (a.b)']);
  });

  it('UI-31 letters begin words or follow each other', () => {
    expect(best(['Project Dashboard', 'Delivery Statistics'], 'prdash')).toEqual([
      'Project Dashboard',
    ]);
    expect(best(['My Stats', 'Analytics team tasks turns month', 'Tess Oyelaran'], 'tess')).toEqual(
      ['Tess Oyelaran'],
    );
    expect(best(['Delivery Statistics', 'My Stats'], 'my stats')).toEqual(['My Stats']);
  });

  it('UI-31 finds nothing else', () => {
    expect(best(['Dashboard', 'About'], 'xyz')).toEqual([]);
    expect(best(['Dashboard'], 'draobhsad')).toEqual([]);
  });
});
