import { taskFileStream } from '@portal/testing/task-file';
import { appendFileSync } from 'node:fs';
import { it, vi } from 'vitest';
import type * as connection from './import-connection.js';
import { ImportWorld } from './spec-support/import-world.js';
import { randomUUID } from 'node:crypto';

const out = (t: string) => appendFileSync('/tmp/scratch.out', t + '\n');
vi.mock('./import-connection.js', async (original) => {
  const real = await original<typeof connection>();
  return { ...real, openImportConnection: async (url: string) => {
    const db = await real.openImportConnection(url);
    await db.query("LOAD 'auto_explain'; SET auto_explain.log_min_duration = 150; SET auto_explain.log_nested_statements=on; SET auto_explain.log_level = notice; " + (process.env['EXPL'] ? "SET auto_explain.log_analyze=on; SET auto_explain.log_timing=on;" : ''));
    db.on('notice', ({ message }) => { const m = /duration: ([\d.]+) ms/.exec(message ?? ''); if (m) out(process.env['EXPL'] ? message ?? '' : '   ' + m[1] + ' ' + (message ?? '').replace(/\s+/g, ' ').slice(25, 170)); });
    return db;
  } };
});
const cpu = async (w: ImportWorld) => 0;
it('x', async () => {
  const world = await ImportWorld.create();
  const load = async (name: string, plan: object) => {
    const id = randomUUID();
    const key = `imports/${id}`;
    await world.store.write(key, taskFileStream({ turingProjectId: 1001, ...plan } as never));
    await world.db.query(`INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total) SELECT $1, id, 'tasks.json', $2, repeat('0', 64), 1 FROM core.app_user WHERE email = 'admin@example.com'`, [id, key]);
    const t = Date.now();
    await world.handler().run(id, 1);
    const s = await world.stored(id);
    out(`== ${name} ${(Date.now() - t) / 1000} s ${s.state} ${s.inserted} ${s.updated} ${s.unchanged}`);
  };
  const N = Number(process.env['N'] ?? 1_000_000);
  await load('first', { tasks: N });
  if (process.env['STATS'] !== 'none') await world.db.query('ANALYZE core.task; ANALYZE core.task_review; ANALYZE agg.user_review');
  const F = 100_000;
  await load('new above', { tasks: F, firstTaskId: N * 2, seed: 5 });
  await load('same', { tasks: F, firstTaskId: N * 2, seed: 5 });
  await load('all changed', { tasks: F, firstTaskId: N * 2, seed: 6 });
  await load('again', { tasks: F, firstTaskId: N * 2, seed: 6 });
  await load('new gap', { tasks: F, firstTaskId: N + 5, seed: 7 });
  for (const b of ['new', 'changed']) {
    const t = Date.now();
    await world.db.query('BEGIN; ROLLBACK');
  }
  await world.drop();
}, 3_600_000);
