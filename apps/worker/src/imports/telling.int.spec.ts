import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

const TRAINERS = ['tara@example.com', 'tom@example.com'];

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
  await world.db.query(
    `INSERT INTO core.app_user (email, name) SELECT unnest($1::text[]), 'Trainer'`,
    [TRAINERS],
  );
});
afterEach(async () => {
  await world.clear();
  await world.db.query('DELETE FROM core.notification');
});
afterAll(() => world.drop());

interface Told {
  readonly email: string;
  readonly kind: string;
  readonly things: number;
  readonly subject: {
    readonly task_ids?: number[];
    readonly import_id?: string;
    readonly state?: string;
  };
}
const told = (...kinds: string[]) =>
  world.rows<Told>(
    `SELECT email, kind, things, subject FROM core.notification JOIN core.app_user ON app_user.id = user_id
     WHERE kind = ANY ($1) ORDER BY kind, email`,
    [kinds],
  );

/** Tasks of the trainers in turn, and of the uploader. */
const tasks = (count: number, changes: Parameters<typeof row>[1] = {}) =>
  Array.from({ length: count }, (_, n) =>
    row(n + 1, { user_email: [...TRAINERS, 'admin@example.com'][n % 3], ...changes }),
  );

describe('an import', () => {
  it('TELL-8 tells each trainer once how many tasks came back, but not its uploader', async () => {
    // New tasks have not come back, whatever their status.
    await world.import(
      fileOf(...tasks(90), row(100, { user_email: TRAINERS[0], status: 'rework' })),
    );
    expect(await told('came_back')).toEqual([]);
    const { id } = await world.import(fileOf(...tasks(90, { status: 'rework' })));
    const some = (email: string, first: number) => ({
      ...{ email, kind: 'came_back', things: 30 },
      subject: { import_id: id, task_ids: Array.from({ length: 20 }, (_, n) => first + 3 * n) },
    });
    expect(await told('came_back')).toEqual([
      some('tara@example.com', 1),
      some('tom@example.com', 2),
    ]);
    // The same again changes nothing.
    await world.import(fileOf(...tasks(90, { status: 'rework' })));
    expect(await told('came_back')).toHaveLength(2);
  });

  it('TELL-1 TELL-8 that fails or only tries tells of no task', async () => {
    await world.import(fileOf(...tasks(3)));
    await world.import(fileOf(...tasks(3, { status: 'rework' })), { dryRun: true });
    await world.import(fileOf(...tasks(3, { status: 'rework' }), row(9, { status: '' })));
    expect(await told('came_back')).toEqual([]);
    await world.import(fileOf(...tasks(3, { status: 'rework' })));
    expect(await told('came_back')).toHaveLength(2);
  });

  it('TELL-9 tells whose changes it contradicts', async () => {
    const before = { updated_at: '2026-06-02T10:00:00Z' };
    await world.import(fileOf(row(1, before), row(2, before)));
    await world.db.query(`BEGIN;
      SELECT set_config('portal.actor', (SELECT id::text FROM core.app_user WHERE email = 'nobody@example.com'), true);
      UPDATE core.task SET status = 'rework', updated_at = now();
      COMMIT;`);
    await world.import(fileOf(row(1, before), row(2, before)), { dryRun: true });
    expect(await told('conflict')).toEqual([]);
    const { id } = await world.import(fileOf(row(1, before), row(2, before)));
    expect(await told('conflict')).toEqual([
      {
        ...{ email: 'nobody@example.com', kind: 'conflict', things: 2 },
        subject: { import_id: id, task_ids: [1, 2] },
      },
    ]);
  });

  it('TELL-10 tells its uploader that it has ended, failed or waits for a confirmation', async () => {
    await world.rule('Alpha', { max_changed_percent: 10 });
    const ids = [
      await world.import(fileOf(...tasks(3))),
      await world.import(fileOf(row(9, { status: '' }))),
      await world.import(fileOf(...tasks(3, { status: 'rework' }))),
    ].map(({ id }) => id);
    await world.import(fileOf(row(10)), { dryRun: true });
    const found = (await told('import')).map(({ email, subject }) => [email, subject]);
    expect(found).toHaveLength(3);
    for (const [place, state] of ['completed', 'failed', 'unconfirmed'].entries()) {
      expect(found).toContainEqual(['admin@example.com', { import_id: ids[place], state }]);
    }
  });

  it('HOOK-7 tells webhooks that it has ended, what it sent back and what it contradicts', async () => {
    await world.db.query(
      `INSERT INTO core.webhook (project_id, name, url, types)
       SELECT id, 'All', 'https://example.com', '{import.ended,import.conflict,task.sent_back}'
       FROM core.project WHERE name = 'Alpha'`,
    );
    const events = () =>
      world.rows<{ type: string; payload: object }>(
        'SELECT type, payload FROM core.webhook_event ORDER BY created_at, type',
      );
    const before = { updated_at: '2026-06-02T10:00:00Z' };
    const first = await world.import(fileOf(row(1, before), row(2, before)));
    await world.import(fileOf(row(1), row(2)), { dryRun: true });
    expect(await events()).toEqual([
      { type: 'import.ended', payload: { import_id: first.id, state: 'completed' } },
    ]);
    await world.db.query(`BEGIN;
      SELECT set_config('portal.actor', (SELECT id::text FROM core.app_user WHERE email = 'nobody@example.com'), true);
      UPDATE core.task SET status = 'rework', updated_at = now() WHERE turing_task_id = 1;
      COMMIT;`);
    await world.db.query('DELETE FROM core.webhook_event');
    const { id } = await world.import(
      fileOf(row(1, before), row(2, { updated_at: '2026-06-03T10:00:00Z', status: 'rework' })),
    );
    const found = await events();
    expect(found).toContainEqual({
      type: 'import.ended',
      payload: { import_id: id, state: 'completed' },
    });
    expect(found).toContainEqual({
      type: 'task.sent_back',
      payload: { things: 1, task_ids: [2] },
    });
    expect(found).toContainEqual({
      type: 'import.conflict',
      payload: { import_id: id, things: 1, task_ids: [1] },
    });
  });
});
