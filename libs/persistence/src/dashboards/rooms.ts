import type { RoomFacts } from '@portal/domain/rooms';
import type { Queryable } from '../queryable.js';
import { readPod } from '../pods/pods.js';
import { sql } from '../sql.js';

/** The facts of an existing room, with the id of its pod. */
export interface FoundRoom extends RoomFacts {
  readonly pod: { readonly id: number; readonly is_member: boolean } | null;
}

/** Reads the facts for `mayWatch` (libs/domain/src/rooms.ts); undefined for an unknown room. */
export async function readRoom(
  db: Queryable,
  { projectId, podName }: { readonly projectId: number; readonly podName: string | null },
  email: string,
): Promise<FoundRoom | undefined> {
  if (podName !== null) {
    const pod = await readPod(db, podName, email);
    return pod?.project_id === projectId ? { projectId, pod } : undefined;
  }
  const rows = await db.query(sql`SELECT FROM core.project WHERE id = $1`, [projectId]);
  return rows.length > 0 ? { projectId, pod: null } : undefined;
}

/** A pod with its current name, project and members. */
export interface PodNow {
  readonly id: number;
  readonly name: string;
  readonly projectId: number;
  /** The emails of the members. */
  readonly members: readonly string[];
}

/** The existing ones of some projects and pods. */
export interface RoomsNow {
  readonly projectIds: ReadonlySet<number>;
  readonly pods: ReadonlyMap<number, PodNow>;
}

/** Reads the facts for `mayWatch` of many rooms, for any callers. */
export async function readRooms(
  db: Queryable,
  asked: { readonly projectIds: readonly number[]; readonly podIds: readonly number[] },
): Promise<RoomsNow> {
  const [found] = await db.query<{ projects: number[]; pods: PodNow[] }>(
    sql`
    SELECT
      (SELECT coalesce(json_agg(id), '[]') FROM core.project
        WHERE id = ANY ($1::integer[])) AS projects,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'projectId', project_id,
          'members', ARRAY(SELECT user_email FROM core.pod_member WHERE pod_name = pod.name))), '[]')
        FROM core.pod WHERE id = ANY ($2::integer[])) AS pods`,
    [asked.projectIds, asked.podIds],
  );
  return {
    projectIds: new Set(found?.projects),
    pods: new Map(found?.pods.map((pod) => [pod.id, pod])),
  };
}
