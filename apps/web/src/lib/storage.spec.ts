import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { blockStorage, fillStorage } from '../testing/storage';
import { dropOutdated, followStored, readStored, useUnkept, writeStored } from './storage';

const KEY = 'portal.spec';
const read = () => readStored('browser', KEY, z.string());
const write = (value: string | undefined) => writeStored('browser', KEY, value, 'drafts');
const unkept = () => useUnkept.getState().unkept;

describe('storage', () => {
  it('WEB-123 keeps in the page what a full storage does not take, and names it', () => {
    write('before');
    expect(unkept()).toEqual([]);
    const free = fillStorage();
    write('after');
    expect(read()).toBe('after');
    expect(unkept()).toEqual(['drafts']);
    expect(localStorage.getItem(KEY)).toBe('"before"');
    free();
    write('later');
    expect(localStorage.getItem(KEY)).toBe('"later"');
    expect(unkept()).toEqual([]);
  });

  it('WEB-123 drops what is outdated only if the newer value was not stored', () => {
    write('kept');
    dropOutdated('browser', KEY);
    expect(localStorage.getItem(KEY)).toBe('"kept"');
    fillStorage();
    write('newer');
    dropOutdated('browser', KEY);
    expect(localStorage.getItem(KEY)).toBeNull();
    expect(read()).toBe('newer');
  });

  it('WEB-123 works without any storage, where reading it throws', () => {
    blockStorage();
    expect(() => localStorage.length).toThrow('denied');
    expect(read()).toBeUndefined();
    write('held');
    expect(read()).toBe('held');
    write(undefined);
    expect(read()).toBeUndefined();
    expect(unkept()).toEqual(['drafts']);
  });

  it('WEB-123 takes what another tab stores in place of what the page holds', () => {
    const free = fillStorage();
    write('mine');
    free();
    const heard = vi.fn<() => void>();
    const stop = followStored(KEY, heard);
    localStorage.setItem(KEY, '"theirs"');
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(heard).toHaveBeenCalledOnce();
    expect(read()).toBe('theirs');
    stop();
  });
});
