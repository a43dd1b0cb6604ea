import type { RoomFacts } from '@portal/domain/rooms';
import type { Queryable } from '../queryable.js';
import { readPod } from '../queries/pods.js';
import { sql } from '../sql.js';

/** Reads the facts for `mayWatch` (libs/domain/src/rooms.ts); undefined for an unknown room. */
export async function readRoom(
  db: Queryable,
  { projectId, podName }: { readonly projectId: number; readonly podName: string | null },
  email: string,
): Promise<RoomFacts | undefined> {
  if (podName !== null) {
    const pod = await readPod(db, podName, email);
    return pod?.project_id === projectId ? { projectId, pod } : undefined;
  }
  const rows = await db.query(sql`SELECT FROM core.project WHERE id = $1`, [projectId]);
  return rows.length > 0 ? { projectId, pod: null } : undefined;
}
