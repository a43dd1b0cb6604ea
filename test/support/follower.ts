import type { DashboardChanged, RoomState } from '@portal/contracts/live';
import { eventually } from './eventually.js';
import { recount } from './recount.js';
import { Watcher } from './room.js';
import { query } from './world.js';

/** A socket that watches one project, or a pod, and subscribes again after each reconnection, as the client does. */
export class Follower {
  /** In the order received, by push or with its subscription. */
  readonly states: DashboardChanged[] = [];
  /** The newest of each part of the room. */
  readonly held: Partial<RoomState> = {};
  private readonly watcher: Watcher;

  constructor(baseUrl: string, token: string, projectId: number, podName?: string) {
    this.watcher = new Watcher(baseUrl, token);
    const { socket } = this.watcher;
    socket.on('sync-time', (state) => this.take('sync_time', state));
    socket.on('dashboard-changed', (state) => this.take('dashboard', state));
    socket.on('review-counters', (state) => {
      if (state.pod_name === (podName ?? null)) this.take('review_counters', state);
    });
    socket.on('weekly-progress', (state) => this.take('weekly_progress', state));
    socket.on('connect', () => {
      this.watcher.enter(projectId, podName).then(
        (room) => this.takeAll(room),
        // The connection was lost meanwhile; the next one subscribes again.
        () => undefined,
      );
    });
  }

  get connected(): boolean {
    return this.watcher.socket.connected;
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

  private takeAll({ sync_time, dashboard, review_counters, weekly_progress }: RoomState): void {
    this.take('sync_time', sync_time);
    this.take('dashboard', dashboard);
    this.take('review_counters', review_counters);
    if (weekly_progress !== null) this.take('weekly_progress', weekly_progress);
  }

  /** An older state that arrives late is dropped, as the client does. */
  private take<Part extends keyof RoomState>(
    part: Part,
    state: NonNullable<RoomState[Part]>,
  ): void {
    const held = this.held[part];
    if (held && held.epoch === state.epoch && state.revision < held.revision) return;
    this.held[part] = state;
    if ('totals' in state) this.states.push(state);
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
