import type { Queryable } from './queryable.js';
import { sql } from './sql.js';

/** Whether somebody is in a pod, in whatever role. */
export async function isPodMember(
  db: Queryable,
  { podName, email }: { podName: string; email: string },
): Promise<boolean> {
  const found = await db.query(
    sql`SELECT FROM core.pod_member WHERE pod_name = $1 AND user_email = $2`,
    [podName, email],
  );
  return found.length > 0;
}
