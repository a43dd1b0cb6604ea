import type { ProjectRevision } from '@portal/persistence/queries/live-state';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';

/** The newest revision that was heard of, by project; 0 for the revision of what is no project's. */
export class RevisionLog {
  private readonly latest = new Map<number, number>();

  /** Whether it is another than the one before; a restored database may go back. */
  record(projectId: number, revision: number): boolean {
    const isNews = revision !== this.latest.get(projectId);
    if (isNews) this.latest.set(projectId, revision);
    return isNews;
  }

  /**
   * Takes the revisions of all projects, that of project 0 being the sum of all.
   * @returns whose revisions are news
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
