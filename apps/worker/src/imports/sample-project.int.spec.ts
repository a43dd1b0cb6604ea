import { SAMPLE_ID, sampleTasks } from '@portal/domain/sample-tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterAll(() => world.drop());

describe('the file of a sample project', () => {
  it('PROJ-31 is imported whole, with its reviews', async () => {
    await world.db.query(`UPDATE core.project SET turing_project_id = $1 WHERE name = 'Alpha'`, [
      SAMPLE_ID,
    ]);
    const rows = sampleTasks(new Date());
    const id = await world.upload(JSON.stringify(rows), { dryRun: false });
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'completed', error_count: 0 });
    expect(await world.count('FROM core.task')).toBe(rows.length);
    const reviews = rows.flatMap((row) => row.reviews ?? []);
    expect(await world.count('FROM core.task_review')).toBe(reviews.length);
  });
});
