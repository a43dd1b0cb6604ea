import { Injectable } from '@nestjs/common';
import { belongsTo, type Caller, holds } from '@portal/domain/caller';
import { sql } from '@portal/persistence/sql';
import { DataSource } from 'typeorm';
import type { Room } from './room.js';

/** Who may watch which room. */
@Injectable()
export class RoomAccess {
  constructor(private readonly dataSource: DataSource) {}

  /** Projects by belonging to them; pods with pod-info-public-view, or by being in the pod. */
  async mayWatch(caller: Caller, { projectId, podName }: Room): Promise<boolean> {
    if (!belongsTo(caller, projectId)) return false;
    if (podName !== null) return this.mayWatchPod(caller, projectId, podName);
    // Only who belongs to all projects can name one that is not there.
    const isAssigned = caller.grants.some(({ project_id }) => project_id === projectId);
    return isAssigned || this.projectExists(projectId);
  }

  private async projectExists(projectId: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      sql`SELECT FROM core.project WHERE id = $1`,
      [projectId],
    );
    return rows.length > 0;
  }

  private async mayWatchPod(caller: Caller, projectId: number, podName: string): Promise<boolean> {
    const rows = await this.dataSource.query<{ is_member: boolean }[]>(
      sql`
      SELECT EXISTS (
        SELECT FROM core.pod_member WHERE pod_name = pod.name AND user_email = $3) AS is_member
      FROM core.pod WHERE name = $2 AND project_id = $1`,
      [projectId, podName, caller.email],
    );
    const [pod] = rows;
    if (pod === undefined) return false;
    return pod.is_member || holds(caller, 'pod-info-public-view', projectId);
  }
}
