import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { StampOfProject } from '@portal/persistence/dashboards/live-state';

/** The latest known revision by project in the current epoch; 0 for data outside of projects. */
export class RevisionLog {
  private readonly latest = new Map<number, number>();
  private epoch = '';

  /** Whether the revision differs from the last one. */
  take(projectId: number, revision: number): boolean {
    const isNews = revision !== this.latest.get(projectId);
    if (isNews) this.latest.set(projectId, revision);
    return isNews;
  }

  /**
   * Stores the stamps of all projects; the revision of project 0 is the sum of all.
   * @returns the ids of changed projects; null in a new epoch, in which everything may have changed
   */
  takeAll(stamps: readonly StampOfProject[]): number[] | null {
    const epoch = stamps[0]?.epoch ?? '';
    const isNewEpoch = epoch !== this.epoch;
    if (isNewEpoch) this.latest.clear();
    this.epoch = epoch;
    let own = 0;
    for (const { project_id, revision } of stamps) {
      own += project_id === ALL_PROJECTS_ID ? revision : -revision;
    }
    const changed = stamps
      .map(({ project_id, revision }) => ({
        project_id,
        revision: project_id === ALL_PROJECTS_ID ? own : revision,
      }))
      .filter(({ project_id, revision }) => this.take(project_id, revision))
      .map(({ project_id }) => project_id);
    return isNewEpoch ? null : changed;
  }
}
