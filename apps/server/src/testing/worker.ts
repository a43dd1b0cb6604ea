import { randomUUID } from 'node:crypto';
import { seeWorker } from '@portal/persistence/figures/workers';
import type { Queryable } from '@portal/persistence/queryable';

/** As if a worker had just said that it runs. */
export async function addWorker(db: Queryable, host = 'here'): Promise<void> {
  await seeWorker(db, { id: randomUUID(), host, version: '0.0.0-test' });
}
