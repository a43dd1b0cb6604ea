import type { INestApplication } from '@nestjs/common';
import { PATIENCE } from '@portal/testing/patience';
import { expect, vi } from 'vitest';
import { Sandbox } from '../sandbox/sandbox.js';

/** Waits until the server runs custom SQL: on a busy machine the first try may fail. */
export async function sandboxReady({ app }: { readonly app: INestApplication }): Promise<void> {
  await vi.waitFor(() => expect(app.get(Sandbox).isAvailable).toBe(true), PATIENCE);
}
