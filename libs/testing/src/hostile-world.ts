import type { Queryable } from '@portal/persistence/queryable';
import { buildWorld } from './world.js';

/** Part of all data of the other project and of no attack: a result with it is a leak. */
export const SECRET = /qz7victim|(?<![\d.])7777\d{3}(?!\d)/;

/**
 * Projects 1 and 2; all data of project 2 contains the secret. `author@example.com` writes custom SQL
 * for project 1. For an empty database.
 */
export async function buildHostileWorld(db: Queryable): Promise<void> {
  await buildWorld(db, {
    projects: {
      Own: { client: 'Own', batches: { 10: 'own batch' } },
      'qz7victim project': { client: 'qz7victim', batches: { 7_777_010: 'qz7victim batch' } },
    },
    users: {
      own: { name: 'Own', slack_id: 'U1' },
      author: { roles: { Own: 'project_admin' } },
      qz7victim: { name: 'qz7victim', slack_id: 'qz7victim', token: 'qz7victim token' },
    },
    pods: {
      'Own pod': {
        project: 'Own',
        members: { own: 'trainer' },
        targets: [{ ...WEEK, daily_tasks_target: 1, daily_turns_target: 1 }],
      },
      'qz7victim pod': {
        project: 'qz7victim project',
        members: { qz7victim: 'trainer' },
        targets: [{ ...WEEK, daily_tasks_target: 2, daily_turns_target: 2 }],
      },
    },
    tasks: [
      ...NUMBERS.map((n) => ({
        ...taskOf('Own', 'own@example.com', n, String(n)),
        turing_batch_id: 10,
        metadata: { note: '1' },
      })),
      ...NUMBERS.map((n) => ({
        ...taskOf('qz7victim project', 'qz7victim@example.com', 7_777_000 + n, 'qz7victim-model'),
        turing_batch_id: 7_777_010,
        metadata: { note: 'qz7victim' },
      })),
    ],
  });
}

const NUMBERS = Array.from({ length: 20 }, (_, index) => index + 1);
const WEEK = { week_start_date: '2026-01-05', week_end_date: '2026-01-11' };

function taskOf<P extends string>(project: P, user_email: string, id: number, model: string) {
  return {
    project,
    turing_task_id: id,
    user_email,
    status: 'completed',
    target_model: model,
    reviews: [
      { turing_review_id: id, reviewer_email: user_email, status: 'done', feedback: model },
    ],
  };
}

/**
 * One row, a fingerprint of all stored data and definitions but what housekeeping and workers note: a hash or count
 * of each kind in a column of its own, so that a difference says where it is.
 */
export const FINGERPRINT = `
SELECT
  md5((SELECT string_agg(md5(query_to_xml(
      format('SELECT t::text FROM %s AS t WHERE t::text NOT LIKE ''(housekeeping,%%'' ORDER BY 1', oid::regclass), false, false, '')::text), ',' ORDER BY oid)
    FROM pg_class WHERE relkind = 'r' AND oid NOT IN ('core.chore'::regclass, 'core.worker'::regclass)
      AND relnamespace IN ('core'::regnamespace, 'agg'::regnamespace))) AS rows,
  md5((SELECT string_agg(concat_ws(' ', oid, relname, relowner, relacl, reloptions), ',' ORDER BY oid)
    FROM pg_class WHERE relnamespace::regnamespace::text !~ '^(pg_|information_schema|queue|live)')) AS relations,
  md5((SELECT string_agg(concat_ws(' ', oid, proname, proowner, proacl), ',' ORDER BY oid) FROM pg_proc)) AS functions,
  md5((SELECT string_agg(concat_ws(' ', sequencename, last_value), ',' ORDER BY sequencename)
    FROM pg_sequences WHERE schemaname = 'core')) AS sequences,
  md5((SELECT string_agg(nspname, ',' ORDER BY oid) FROM pg_namespace WHERE nspname !~ '^pg_t')) AS schemas,
  md5((SELECT string_agg(extname, ',' ORDER BY oid) FROM pg_extension)) AS extensions,
  (SELECT count(*) FROM pg_largeobject_metadata) AS large_objects,
  md5((SELECT string_agg(role::text, ',' ORDER BY role.oid) FROM pg_authid AS role, pg_database AS database
    WHERE datname = current_database() AND rolname ~ ('_' || database.oid || '(_|$)') OR rolname = 'mine')) AS roles,
  md5((SELECT string_agg(setting::text, ',' ORDER BY setrole) FROM pg_db_role_setting AS setting
    JOIN pg_roles AS role ON role.oid = setrole
    JOIN pg_database AS database ON rolname ~ ('_' || database.oid || '(_|$)')
    WHERE datname = current_database())) AS settings,
  (SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()) AS prepared
`;

/**
 * Rows `role`: sandbox roles in use, by a session or by a binding, and advisory locks. The portal's own work holds
 * some of these for a moment.
 */
export const LEFTOVERS = `
SELECT usename::text AS role FROM pg_stat_activity
WHERE usename LIKE 'portal!_sandbox!_role!_%' ESCAPE '!' AND datname = current_database()
UNION ALL
SELECT role::text FROM reporting.sandbox_role WHERE expires_at > now()
UNION ALL
SELECT concat_ws(' ', 'lock', classid, objid) FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
