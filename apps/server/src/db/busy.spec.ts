import type { Queryable } from '@portal/persistence/queryable';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { LockWait, NOTED_WAIT_MS } from './busy.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('TASK-82 a wait is as long as it was, though the answer about it came late', async () => {
  const late = 200;
  const reads: Queryable = {
    async query<T>() {
      const waited = { is_import: true, import_id: null, waited_ms: NOTED_WAIT_MS };
      await new Promise((resolve) => setTimeout(resolve, late));
      return z.custom<readonly T[]>().parse([waited]);
    },
  };
  const wait = new LockWait(reads, 1);
  await vi.advanceTimersByTimeAsync(NOTED_WAIT_MS + late);
  wait.statementEnded();
  wait.end();
  expect(wait.forImports).toEqual({ ms: NOTED_WAIT_MS + late, importId: null });
});
