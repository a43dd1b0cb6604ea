import { type Digest, type DigestInput, MAX_DIGESTS } from '@portal/contracts/digests';
import type { DigestFacts } from '@portal/domain/digest';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** Takes whether the user sees the work of all users in the project. */
const SEES_WORK = sql`EXISTS (
  SELECT FROM core.user_grant AS held
  WHERE held.user_id = digest.user_id AND held.project_id IN (0, project.id)
    AND held.permissions && ARRAY['full-access', 'pod-info-public-view'])`;

const DIGESTS = sql`
SELECT digest.id, digest.user_id, digest.every, digest.project_id IS NULL AND digest.pod_id IS NULL AS is_own,
  project.id AS project_id, project.name AS project_name, pod.name AS pod_name,
  project.id IS NULL OR (project.archived_at IS NULL AND ${SEES_WORK}) AS is_sent
FROM core.digest
LEFT JOIN core.pod ON pod.id = digest.pod_id
LEFT JOIN core.project ON project.id = coalesce(digest.project_id, pod.project_id)`;

/** Those of the user. The name of a project whose work they no longer see is not told. */
export async function readDigests(db: Queryable, userId: number): Promise<Digest[]> {
  const found = await db.query<Digest>(
    sql`
      SELECT id, every, project_id, is_sent,
        CASE WHEN is_sent THEN project_name END AS project_name,
        CASE WHEN is_sent THEN pod_name END AS pod_name
      FROM (${DIGESTS}) AS digest WHERE user_id = $1
      ORDER BY is_own DESC, project_name, pod_name, every, id`,
    [userId],
  );
  return [...found];
}

/** @returns whether the user has it now; not if they have as many others as they may have */
export async function addDigest(
  db: Queryable,
  userId: number,
  { every, project_id: project, pod_name: pod }: DigestInput,
): Promise<boolean> {
  const [added] = await db.query<{ is_there: boolean }>(
    sql`
      WITH wanted AS (
        SELECT $1::integer AS user_id, $2::text AS every, $3::integer AS project_id,
          (SELECT id FROM core.pod WHERE name = $4) AS pod_id
      ), added AS (
        INSERT INTO core.digest (user_id, every, project_id, pod_id)
        SELECT user_id, every, project_id, pod_id FROM wanted
        WHERE (SELECT count(*) FROM core.digest WHERE user_id = $1) < ${MAX_DIGESTS}
        ON CONFLICT DO NOTHING
        RETURNING id
      )
      SELECT EXISTS (SELECT FROM added) OR EXISTS (
        SELECT FROM core.digest AS stored, wanted
        WHERE (stored.user_id, stored.every) = (wanted.user_id, wanted.every)
          AND (stored.project_id, stored.pod_id) IS NOT DISTINCT FROM (wanted.project_id, wanted.pod_id)
      ) AS is_there`,
    [userId, every, project ?? null, pod ?? null],
  );
  return added?.is_there ?? false;
}

/** @returns whether the user had it */
export async function removeDigest(db: Queryable, userId: number, id: number): Promise<boolean> {
  const removed = await db.query(
    sql`DELETE FROM core.digest WHERE user_id = $1 AND id = $2 RETURNING id`,
    [userId, id],
  );
  return removed.length > 0;
}

/** A digest that may be due. */
export interface DigestToTell {
  readonly id: number;
  readonly user_id: number;
  readonly email: string;
  readonly every: Digest['every'];
  /** Null if it is of the user's own work. */
  readonly project_id: number | null;
  readonly pod_name: string | null;
  /** Of the profile, else that of the reports. */
  readonly user_zone: string;
  readonly reporting_zone: string;
}

export function readDigestsToTell(db: Queryable): Promise<readonly DigestToTell[]> {
  return db.query(sql`
    SELECT digest.id, user_id, email, every, project_id, pod_name, core.reporting_zone(),
      coalesce(app_user.timezone, core.reporting_zone()) AS user_zone
    FROM (${DIGESTS}) AS digest
    JOIN core.app_user ON app_user.id = user_id AND app_user.is_active
    WHERE is_sent
    ORDER BY digest.id`);
}

/** Of a digest, each of its periods is told once. */
const digestKey = (id: string, last: string): string =>
  sql`core.hashed_id('digest/' || ${id}::integer || '/' || ${last}::text)`;

export async function isDigestTold(db: Queryable, id: number, last: string): Promise<boolean> {
  const [told] = await db.query(
    sql`SELECT FROM core.notification WHERE id = ${digestKey('$1', '$2')}`,
    [id, last],
  );
  return told !== undefined;
}

/** What is kept of a digest: its numbers, and the ids of the rest. */
export interface KeptDigest extends Pick<
  DigestFacts,
  'scope' | 'every' | 'first' | 'last' | 'numbers'
> {
  readonly pod: string | null;
  readonly behind: readonly { readonly pod: string; readonly count: number }[];
  readonly imports: readonly string[];
}

/** Tells it, also if several workers do. The pods are kept by their ids. */
export async function tellDigest(
  db: Queryable,
  { id, user_id: userId, project_id: project }: DigestToTell,
  { pod, behind, ...kept }: KeptDigest,
): Promise<void> {
  await db.query(
    sql`
      INSERT INTO core.notification (id, user_id, project_id, kind, things, subject)
      SELECT ${digestKey('$1', '$2')}, $3, (SELECT id FROM core.project WHERE id = $4), 'digest', 1,
        jsonb_build_object('digest', $5::jsonb || jsonb_build_object(
          'pod_id', (SELECT id FROM core.pod WHERE name = $6),
          'behind', (SELECT coalesce(jsonb_agg(jsonb_build_object('pod_id', pod.id, 'count', one.count)), '[]')
            FROM jsonb_to_recordset($7) AS one (pod text, count integer) JOIN core.pod ON pod.name = one.pod)))
      ON CONFLICT (id) DO NOTHING`,
    [id, kept.last, userId, project, JSON.stringify(kept), pod, JSON.stringify(behind)],
  );
}

/** The last imports that ended between two instants and changed tasks of the project, the newest first. */
export async function readImportsOf(
  db: Queryable,
  projectId: number,
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>(
    sql`
      SELECT id FROM core.task_import
      WHERE state = 'completed' AND NOT dry_run AND finished_at >= $2 AND finished_at < $3 AND projects @> ARRAY[$1::integer]
        AND coalesce(inserted, 0) + coalesce(updated, 0) > 0
      ORDER BY finished_at DESC LIMIT ${MAX_IMPORTS}`,
    [projectId, start, end],
  );
  return found.map(({ id }) => id);
}

/** Most imports that a digest names. */
const MAX_IMPORTS = 5;

/** Pods of the project, or the one. */
export async function readPodsOf(db: Queryable, projectId: number): Promise<readonly string[]> {
  const found = await db.query<{ name: string }>(
    sql`SELECT name FROM core.pod WHERE project_id = $1 ORDER BY name`,
    [projectId],
  );
  return found.map(({ name }) => name);
}
