import { describe, expect, it } from 'vitest';
import { ResponseCache, type Reading } from './response-cache.js';

/** A read that counts its runs and resolves on demand. */
function slowRead() {
  const ends: ((revision: number) => void)[] = [];
  const read = (): Promise<Reading> =>
    new Promise((resolve) => ends.push((revision) => resolve(found(revision))));
  return { ends, read };
}

const at = (revision: number) => ({ epoch: 'one', revision });

const found = (revision: number, content: unknown = { revision }): Reading => ({
  ...at(revision),
  content,
});

describe('ResponseCache', () => {
  it('DASH-11 reads once per revision', async () => {
    const cache = new ResponseCache(1e6);
    let reads = 0;
    const read = () => Promise.resolve(found(7, ++reads));
    const first = await cache.get('a', at(7), read);
    expect(await cache.get('a', at(7), read)).toBe(first);
    expect(reads).toBe(1);
    await cache.get('b', at(7), read);
    expect(reads).toBe(2);
  });

  it('DASH-11 serves 200 concurrent requests from one read', async () => {
    const cache = new ResponseCache(1e6);
    const { ends, read } = slowRead();
    const answers = Promise.all(Array.from({ length: 200 }, () => cache.get('a', at(3), read)));
    ends[0]?.(3);
    expect(new Set((await answers).map(({ body }) => body))).toEqual(new Set(['{"revision":3}']));
    expect(ends).toHaveLength(1);
  });

  it('DASH-10 reads again for a newer revision than that of the running read', async () => {
    const cache = new ResponseCache(1e6);
    const { ends, read } = slowRead();
    const early = cache.get('a', at(3), read);
    const late = [cache.get('a', at(4), read), cache.get('a', at(4), read)];
    ends[0]?.(3);
    expect((await early).revision).toBe(3);
    expect(ends).toHaveLength(2);
    ends[1]?.(5);
    expect((await Promise.all(late)).map(({ revision }) => revision)).toEqual([5, 5]);
    // A newer result also serves an older revision.
    expect((await cache.get('a', at(4), read)).revision).toBe(5);
  });

  it('DASH-11 does not cache a failure', async () => {
    const cache = new ResponseCache(1e6);
    await expect(cache.get('a', at(1), () => Promise.reject(new Error('away')))).rejects.toThrow(
      'away',
    );
    expect((await cache.get('a', at(1), () => Promise.resolve(found(1)))).revision).toBe(1);
  });

  it('DASH-12 evicts the least recently used responses beyond its size', async () => {
    const cache = new ResponseCache(10_000);
    let reads = 0;
    const read = () => Promise.resolve(found(1, `${'x'.repeat(3000)}${++reads}`));
    await cache.get('a', at(1), read);
    await cache.get('b', at(1), read);
    await cache.get('a', at(1), read);
    await cache.get('c', at(1), read);
    await cache.get('a', at(1), read);
    expect(reads).toBe(3);
    await cache.get('d', at(1), read);
    await cache.get('b', at(1), read);
    expect(reads).toBe(5);
  });

  it('DASH-13 derives the ETag from stamp and content', async () => {
    const cache = new ResponseCache(1e6);
    const one = await cache.get('a', at(1), () => Promise.resolve(found(1, 'a')));
    const other = await cache.get('b', at(1), () => Promise.resolve(found(1, 'b')));
    expect(one.etag).toMatch(/^W\/"one-1-[\w-]+"$/);
    expect(one.etag).not.toBe(other.etag);
    const restored = { epoch: 'two', revision: 1 };
    const read = () => Promise.resolve({ ...restored, content: 'a' });
    expect((await cache.get('a', restored, read)).etag).not.toBe(one.etag);
  });
});
