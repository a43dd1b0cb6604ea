import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { randomId } from './random-id';

describe('ids', () => {
  it('WEB-121 are version 4 UUIDs, each another one, also at an address of plain http', () => {
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal('crypto', { getRandomValues });
    const ids = Array.from({ length: 1_000 }, randomId);
    vi.unstubAllGlobals();
    for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
    expect(new Set(ids).size).toBe(1_000);
  });
});
