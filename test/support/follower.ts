import type { DashboardChanged } from '@portal/contracts/live';
import { eventually } from './eventually.js';
import { recount } from './recount.js';
import { Watcher } from './room.js';
import { query } from './world.js';

/** A socket that watches one project and subscribes again after each reconnection, as the client does. */
export class Follower {
  /** In the order received, by push or with its subscription. */
  readonly states: DashboardChanged[] = [];
  private readonly watcher: Watcher;

  constructor(baseUrl: string, token: string, projectId: number) {
    this.watcher = new Watcher(baseUrl, token);
    const { socket } = this.watcher;
    socket.on('dashboard-changed', (state) => this.take(state));
    socket.on('connect', () => {
      this.watcher.enter(projectId).then(
        ({ dashboard }) => this.take(dashboard),
        // The connection was lost meanwhile; the next one subscribes again.
        () => undefined,
      );
    });
  }

  /** Waits until the latest state satisfies the condition. */
  async seen(what: string, condition: (state: DashboardChanged) => boolean): Promise<void> {
    await eventually(`a socket: ${what}`, () => {
      const latest = this.states.at(-1);
      return latest !== undefined && condition(latest);
    });
  }

  close(): void {
    this.watcher.close();
  }

  /** An older state that arrives late is dropped, as the client does. */
  private take(state: DashboardChanged): void {
    if (state.revision < (this.states.at(-1)?.revision ?? 0)) return;
    this.states.push(state);
  }
}

/** Waits until every socket has the numbers of a recount. */
export async function allAreExact(
  followers: readonly Follower[],
  databaseUrl: string,
  projectId: number,
): Promise<void> {
  const { stats } = await recount(databaseUrl, projectId);
  await Promise.all(
    followers.map((follower) =>
      follower.seen(
        `${stats.total_tasks} tasks, ${stats.rework_tasks} in rework`,
        ({ totals }) =>
          totals.total_tasks === stats.total_tasks && totals.rework_tasks === stats.rework_tasks,
      ),
    ),
  );
}

/** Waits until every socket has what is committed now. */
export async function allHaveNewest(
  followers: readonly Follower[],
  databaseUrl: string,
  projectId: number,
): Promise<void> {
  const [newest] = await query<{ revision: string }>(
    databaseUrl,
    'SELECT revision FROM agg.project_revision WHERE project_id = $1',
    [projectId],
  );
  const least = Number(newest?.revision ?? 0);
  await Promise.all(
    followers.map((follower) =>
      follower.seen(`revision ${least}`, ({ revision }) => revision >= least),
    ),
  );
}
