import { expect } from '@jest/globals';
import { query } from '../../support/world.js';
import type { Load } from '../load/load.js';

/** Every acknowledged edit is stored and recorded once; one that was not acknowledged at most once. */
export async function checkEdits(
  databaseUrl: string,
  { editors, firstTaskId }: Load,
): Promise<void> {
  const recorded = await query<{ task: number; number: number; times: number }>(
    databaseUrl,
    `SELECT entity_id::int AS task, (after ->> 'number_of_turns')::int AS number, count(*)::int AS times
     FROM core.audit
     WHERE entity = 'task' AND action = 'update' AND entity_id::bigint BETWEEN $1 AND $1 + 1000
     GROUP BY 1, 2`,
    [firstTaskId],
  );
  const timesOf = new Map(recorded.map(({ task, number, times }) => [`${task}/${number}`, times]));
  const edits = editors.flatMap((editor) => editor.edits);
  const wrong = edits.filter(({ taskId, number, isAcknowledged }) => {
    const times = timesOf.get(`${taskId}/${number}`) ?? 0;
    return isAcknowledged ? times !== 1 : times > 1;
  });
  expect(wrong).toEqual([]);
  const known = new Set(edits.map(({ taskId, number }) => `${taskId}/${number}`));
  expect([...timesOf.keys()].filter((key) => !known.has(key))).toEqual([]);

  const stored = await query<{ task: number; number: number; newest: number }>(
    databaseUrl,
    `SELECT turing_task_id::int AS task, number_of_turns AS number,
       (SELECT (after ->> 'number_of_turns')::int FROM core.audit
        WHERE entity = 'task' AND entity_id = turing_task_id::text AND after ? 'number_of_turns'
        ORDER BY id DESC LIMIT 1) AS newest
     FROM core.task WHERE turing_task_id BETWEEN $1 AND $1 + 1000`,
    [firstTaskId],
  );
  expect(stored.filter(({ number, newest }) => number !== (newest ?? 0))).toEqual([]);
}

/** Each pod whose creation was acknowledged is there, and made once. */
export async function checkCreations(databaseUrl: string, { creator }: Load): Promise<void> {
  const names = creator.creations.map(({ name }) => name);
  const made = await query<{ name: string; pods: number; records: number }>(
    databaseUrl,
    `SELECT name, (SELECT count(*)::int FROM core.pod WHERE pod.name = wanted.name) AS pods,
       (SELECT count(*)::int FROM core.audit WHERE entity = 'pod' AND action = 'create'
        AND after ->> 'name' = wanted.name) AS records
     FROM unnest($1::text[]) AS wanted (name)`,
    [names],
  );
  const acknowledged = new Set(
    creator.creations.filter(({ isAcknowledged }) => isAcknowledged).map(({ name }) => name),
  );
  const wrong = made.filter(({ name, pods, records }) =>
    acknowledged.has(name) ? pods !== 1 || records !== 1 : pods > 1 || records !== pods,
  );
  expect(wrong).toEqual([]);
}
