import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useDrawn } from './use-drawn';

interface Given {
  data: { total: number } | undefined;
  isPending: boolean;
  dataUpdatedAt: number;
  label: string;
}
const loaded = (total: number, label: string, dataUpdatedAt: number): Given => ({
  data: { total },
  isPending: false,
  dataUpdatedAt,
  label,
});
const pending = (label: string): Given => ({
  data: undefined,
  isPending: true,
  dataUpdatedAt: 0,
  label,
});
const draw = (initialProps: Given) =>
  renderHook(({ label, ...fetched }: Given) => useDrawn(fetched, label), { initialProps });

describe('what is drawn', () => {
  it('WEB-91 is the data with the label and the time that they were fetched for', () => {
    const { result, rerender } = draw(pending('week 1'));
    expect(result.current).toBeUndefined();
    rerender(loaded(7, 'week 1', 100));
    const first = { data: { total: 7 }, label: 'week 1', asOf: 100 };
    expect(result.current).toEqual({ ...first, isOld: false });
    rerender(pending('week 2'));
    expect(result.current).toEqual({ ...first, isOld: true });
    rerender(loaded(9, 'week 2', 200));
    expect(result.current).toEqual({
      data: { total: 9 },
      label: 'week 2',
      asOf: 200,
      isOld: false,
    });
  });

  it('WEB-91 is nothing after a failure', () => {
    const { result, rerender } = draw(loaded(7, 'week 1', 100));
    rerender({ ...pending('week 2'), isPending: false });
    expect(result.current).toBeUndefined();
  });

  it('WEB-91 keeps equal data, so that rows can skip', () => {
    const { result, rerender } = draw(loaded(7, 'week 1', 100));
    const { data } = result.current ?? {};
    rerender(loaded(7, 'week 1', 300));
    expect(result.current).toMatchObject({ asOf: 300, isOld: false });
    expect(result.current?.data).toBe(data);
  });
});
