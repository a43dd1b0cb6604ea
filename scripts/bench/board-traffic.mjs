import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const PER_SECOND = 20;
const COMPLETE = `
  WITH former AS (DELETE FROM core.task_review WHERE turing_task_id = $1)
  UPDATE core.task SET status = 'completed', completed_at = now(), updated_at = now(),
    number_of_turns = number_of_turns % 9 + 1
  WHERE turing_task_id = $1`;
const REVIEW = `
  INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
  VALUES ($1, $1, 'approved', now())`;

/**
 * Completes a task of the pod and reviews the task before it, in turns.
 * @param {string} databaseUrl
 * @param {string} pod
 */
export async function startTraffic(databaseUrl, pod) {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query(
    `SELECT t.turing_task_id AS id FROM core.task t
     JOIN core.pod_member m USING (user_email)
     WHERE m.pod_name = $1 AND m.role = 'trainer' AND (t.completed_at IS NULL
       OR t.completed_at < now() - interval '14 days')
     ORDER BY md5(t.turing_task_id::text)`,
    [pod],
  );
  let stopped = false;
  const begun = performance.now();
  const running = (async () => {
    for (let n = 0; !stopped; n++) {
      const { id } = rows[(n >> 1) % rows.length];
      await database.query(n % 2 === 0 ? COMPLETE : REVIEW, [id]);
      const next = begun + ((n + 1) * 1000) / PER_SECOND;
      await delay(Math.max(0, next - performance.now()));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await running;
      await database.end();
    },
  };
}
