import { randomUUID } from 'node:crypto';
import type { UploadStore } from '@portal/platform/upload-store';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from '../imports/spec-support/import-world.js';
import { fileOf, row } from '../imports/spec-support/rows.js';
import {
  clearHousekeeping,
  keepHouse,
  makeNightlyDue,
  resultOf,
  storedHoursAgo,
} from './spec-support/housekeeping.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => clearHousekeeping(world));
afterAll(() => world.drop());

const expiredTokens = (n: number) =>
  world.db.query(
    `INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
     SELECT (SELECT min(id) FROM core.app_user), gen_random_uuid(),
       sha256((n + random())::text::bytea), now() - interval '25 hours'
     FROM generate_series(1, $1) AS n`,
    [n],
  );

describe('the nightly housekeeping', () => {
  it('RUN-50 is done once by several workers, and again in the next night', async () => {
    let runs = 0;
    const counting: UploadStore = {
      ...world.store,
      async *unchangedSince() {
        runs += 1;
        yield await Promise.resolve([]);
      },
    };
    await Promise.all([
      keepHouse(world, {}, counting),
      keepHouse(world, {}, counting),
      keepHouse(world, {}, counting),
    ]);
    await keepHouse(world, {}, counting);
    expect(runs).toBe(1);
    await makeNightlyDue(world);
    await Promise.all([keepHouse(world, {}, counting), keepHouse(world, {}, counting)]);
    expect(runs).toBe(2);
  });

  it('RUN-57 keeps no transaction open while files are listed and removed', async () => {
    const importId = await world.upload(fileOf(row(1)));
    await world.handler().run(importId);
    await world.db.query(`UPDATE core.task_import SET finished_at = now() - interval '2 days'`);
    const open: unknown[] = [];
    const look = async () => {
      open.push(
        ...(await world.rows(`SELECT query, state, backend_xid::text, backend_xmin::text FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
            AND (backend_xid IS NOT NULL OR backend_xmin IS NOT NULL)`)),
      );
    };
    let removed = 0;
    await keepHouse(
      world,
      {},
      {
        ...world.store,
        async *unchangedSince() {
          await look();
          yield await Promise.resolve([]);
        },
        async remove(key) {
          removed += 1;
          await look();
          await world.store.remove(key);
        },
      },
    );
    expect(removed).toBe(1);
    expect(open).toEqual([]);
  });

  it('RUN-50 is tried again if it fails, and does not stop other work', async () => {
    let runs = 0;
    const failing: UploadStore = {
      ...world.store,
      unchangedSince() {
        runs += 1;
        throw new Error('away');
      },
    };
    await expiredTokens(1);
    expect(await keepHouse(world, {}, failing)).toEqual([]);
    expect(await resultOf(world)).toMatchObject({
      ...{ ended_at: null, removed: {}, failed: ['lost_files'] },
      since: { refresh_tokens: { count: 1, bytes: null } },
    });
    await expiredTokens(2);
    await keepHouse(world, {}, failing);
    expect(runs).toBe(2);
    await keepHouse(world);
    expect(await resultOf(world)).toMatchObject({
      ...{ since: {}, failed: [] },
      removed: { refresh_tokens: { count: 3, bytes: null } },
    });
  });
});

describe('the result of the nightly housekeeping', () => {
  it('OPS-22 is one line and a stored result, with counts and bytes by kind', async () => {
    expect(await keepHouse(world)).toHaveLength(1);
    const kept = await world.upload('[1, 2]');
    await world.handler().run(kept);
    await world.db.query(`UPDATE core.task_import SET finished_at = now() - interval '25 hours'`);
    // Kept files are removed within a minute, and reported by the nightly run.
    expect(await keepHouse(world)).toEqual([]);
    expect(await resultOf(world)).toMatchObject({ since: { kept_files: { count: 1, bytes: 6 } } });
    await storedHoursAgo(world, randomUUID(), 25);
    await storedHoursAgo(world, `${randomUUID()}.part`, 25, '[1, 2, 3');
    await storedHoursAgo(world, `${randomUUID()}.part`, 30, '[1');
    await expiredTokens(2);
    await makeNightlyDue(world);
    const lines = await Promise.all([keepHouse(world), keepHouse(world), keepHouse(world)]);
    const { ended_at, removed, ...rest } = await resultOf(world);
    // Other tests use the cluster, too: how many changes of access go is theirs.
    expect(removed).toMatchObject({
      kept_files: { count: 1, bytes: 6 },
      lost_files: { count: 1, bytes: 3 },
      unfinished_uploads: { count: 2, bytes: 10 },
      refresh_tokens: { count: 2, bytes: null },
      access_changes: { bytes: null },
      import_histories: { count: 0, bytes: null },
      imports: { count: 0, bytes: null },
      task_removals: { count: 0, bytes: null },
      read_model_rows: { count: 0, bytes: null },
      idempotency_keys: { count: 0, bytes: null },
      notifications: { count: 0, bytes: null },
      webhook_events: { count: 0, bytes: null },
      alert_changes: { count: 0, bytes: null },
      log_files: { count: 0, bytes: 0 },
      audit: { count: 0, bytes: null },
      import_issues: { count: 0, bytes: null },
    });
    expect(lines.flat()).toEqual([{ removed }]);
    expect(rest).toEqual({ since: {}, failed: [] });
    await makeNightlyDue(world);
    expect(await keepHouse(world)).toMatchObject([
      {
        removed: { kept_files: { count: 0, bytes: 0 }, unfinished_uploads: { count: 0, bytes: 0 } },
      },
    ]);
    expect((await resultOf(world)).ended_at).not.toBe(ended_at);
  });
});
