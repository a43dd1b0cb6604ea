import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InOrder } from './in-order';

type Counts = Readonly<Record<string, number | undefined>>;

const page = (counts: Counts) => (
  <InOrder
    blocks={Object.entries(counts).map(([id, toDo]) => ({ id, toDo, content: <p>{id}</p> }))}
  />
);
const shown = () => screen.getAllByText(/./, { selector: 'p' }).map((one) => one.textContent);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the order of blocks', () => {
  it('HOME-58 begins with what has most to do, and keeps the order of blocks with as much', () => {
    render(page({ a: 0, b: 3, c: 0, d: 7 }));
    expect(shown()).toEqual(['d', 'b', 'a', 'c']);
  });

  it('HOME-58 is that of the first loaded data, and stays', () => {
    const { rerender } = render(page({ a: 1, b: undefined }));
    expect(shown()).toEqual(['a', 'b']);
    rerender(page({ a: 1, b: 3 }));
    expect(shown()).toEqual(['b', 'a']);
    rerender(page({ a: 9, b: 3 }));
    expect(shown()).toEqual(['b', 'a']);
  });

  it('HOME-58 a block that is loaded two seconds after the first one keeps its place', () => {
    const { rerender } = render(page({ a: 1, b: undefined, c: 2 }));
    act(() => void vi.advanceTimersByTime(2_000));
    expect(shown()).toEqual(['c', 'b', 'a']);
    rerender(page({ a: 1, b: 9, c: 2 }));
    expect(shown()).toEqual(['c', 'b', 'a']);
  });
});
