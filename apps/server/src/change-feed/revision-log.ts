import type { ProjectRevision } from '@portal/persistence/queries/live-state';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';

/** The latest known revision by project; 0 for data outside of projects. */
export class RevisionLog {
  private readonly latest = new Map<number, number>();

  /** Whether the revision differs from the last one; a restored database may have a lower one. */
  record(projectId: number, revision: number): boolean {
    const isNews = revision !== this.latest.get(projectId);
    if (isNews) this.latest.set(projectId, revision);
    return isNews;
  }

  /**
   * Stores the revisions of all projects; that of project 0 is the sum of all.
   * @returns the ids of changed projects
   */
  recordAll(revisions: readonly ProjectRevision[]): number[] {
    let own = 0;
    for (const { project_id, revision } of revisions) {
      own += project_id === ALL_PROJECTS_ID ? revision : -revision;
    }
    return revisions
      .map(({ project_id, revision }) => ({
        project_id,
        revision: project_id === ALL_PROJECTS_ID ? own : revision,
      }))
      .filter(({ project_id, revision }) => this.record(project_id, revision))
      .map(({ project_id }) => project_id);
  }
}
