import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { correctSelection, useProjectStore } from './project-store';

const state = () => useProjectStore.getState();

describe('project selection', () => {
  it('WEB-10 selects the first project that is not 0, else the first, else none', () => {
    expect(correctSelection(null, [0, 4, 2])).toBe(4);
    expect(correctSelection(null, [0])).toBe(0);
    expect(correctSelection(null, [])).toBeNull();
  });

  it('WEB-10 keeps a selection that is authorised and falls back from one that is not', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(ids, fc.option(fc.integer({ min: 0, max: 20 })), (authorised, selected) => {
        const mended = correctSelection(selected, authorised);
        if (selected !== null && authorised.includes(selected)) expect(mended).toBe(selected);
        else if (authorised.length === 0) expect(mended).toBeNull();
        else expect(mended).toBe(authorised.find((id) => id !== 0) ?? 0);
      }),
    );
  });

  it('WEB-11 refuses a project that is not authorised, with a warning only', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    state().setAuthorised([1, 2]);
    expect(state().select(2)).toBe(true);
    expect(warn).not.toHaveBeenCalled();
    expect(state().select(9)).toBe(false);
    expect(warn).toHaveBeenCalledOnce();
    expect(state().selectedId).toBe(2);
  });

  it('WEB-11 checks a project selected before the list is loaded against that list', () => {
    expect(state().select(9)).toBe(true);
    state().setAuthorised([1]);
    expect(state().selectedId).toBe(1);
  });

  it('WEB-10 falls back to the last authorised selection', () => {
    state().setAuthorised([1, 2]);
    state().select(2);
    state().forget();
    expect(state().select(9)).toBe(true);
    state().setAuthorised([1, 2]);
    expect(state().selectedId).toBe(2);
    expect(localStorage.getItem('portal.project')).toBe('2');
  });

  it('WEB-12 stores the selection, and removes it when none is left', () => {
    state().setAuthorised([1, 2]);
    state().select(2);
    expect(localStorage.getItem('portal.project')).toBe('2');
    state().setAuthorised([]);
    expect(localStorage.getItem('portal.project')).toBeNull();
    expect(state().selectedId).toBeNull();
  });
});
