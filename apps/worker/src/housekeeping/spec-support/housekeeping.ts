import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readHousekeeping } from '@portal/persistence/housekeeping';
import { createLogger } from '@portal/platform/logging';
import type { UploadStore } from '@portal/platform/upload-store';
import { vi } from 'vitest';
import type { ImportWorld } from '../../imports/spec-support/import-world.js';
import { Housekeeping } from '../housekeeping.js';

/** One round of a worker. Returns what its lines say of what it removed. */
export async function keepHouse(
  world: ImportWorld,
  settings: Readonly<Record<string, string>> = {},
  store: UploadStore = world.store,
): Promise<unknown[]> {
  const logger = createLogger('spec', 'silent');
  const info = vi.spyOn(logger, 'info');
  const housekeeping = new Housekeeping(world.db, store, logger, world.config(settings));
  housekeeping.onApplicationBootstrap();
  await housekeeping.beforeApplicationShutdown();
  return info.mock.calls.map(([line]) => line);
}

/** A day later the next nightly housekeeping is due. */
export const makeNightlyDue = (world: ImportWorld) =>
  world.db.query(`UPDATE core.chore SET ran_at = ran_at - interval '1 day'`);

/** The result of the last nightly housekeeping. */
export const resultOf = (world: ImportWorld) => readHousekeeping(world.db);

/** Removes the data and files of imports, and that there was a nightly housekeeping. */
export async function clearHousekeeping(world: ImportWorld): Promise<void> {
  await world.clear();
  await rm(join(world.storeDir, 'imports'), { recursive: true, force: true });
  await world.db.query('DELETE FROM core.chore');
}

/** Stores a file that has not changed for some hours. */
export async function storedHoursAgo(
  world: ImportWorld,
  name: string,
  hours: number,
  content = '[1]',
): Promise<string> {
  const key = `imports/${name}`;
  await world.store.write(key, Readable.from([Buffer.from(content)]));
  const moment = new Date(Date.now() - hours * 3_600_000);
  await utimes(join(world.storeDir, key), moment, moment);
  return key;
}

export const isStored = ({ store }: ImportWorld, key: string): Promise<boolean> =>
  store.size(key).then(
    () => true,
    () => false,
  );
