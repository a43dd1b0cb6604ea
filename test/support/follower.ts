import type { DashboardChanged, RoomState } from '@portal/contracts/live';
import { eventually } from './eventually.js';
import { recount } from './recount.js';
import { Watcher } from './room.js';
import { query } from './world.js';

const RETRY_MS = 200;
/** Refusals that a retry does not change. */
const FINAL_REFUSALS = ['not-found', 'forbidden', 'invalid-input'];

/**
 * A socket that watches one project, or a pod. As the client does, it subscribes again after each reconnection and
 * after a refusal that passes, and connects again if the server has ended or refused its connection.
 */
export class Follower {
  /** In the order received, by push or with its subscription. */
  readonly states: DashboardChanged[] = [];
  /** The newest of each part of the room. */
  readonly held: Partial<RoomState> = {};
  private readonly watcher: Watcher;
  private isClosed = false;

  constructor(
    baseUrl: string,
    token: string,
    private readonly projectId: number,
    private readonly podName?: string,
  ) {
    this.watcher = new Watcher(baseUrl, token);
    const { socket } = this.watcher;
    socket.on('sync-time', (state) => this.take('sync_time', state));
    socket.on('dashboard-changed', (state) => this.take('dashboard', state));
    socket.on('review-counters', (state) => {
      if (state.pod_name === (podName ?? null)) this.take('review_counters', state);
    });
    socket.on('weekly-progress', (state) => this.take('weekly_progress', state));
    socket.on('connect', () => void this.enter());
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') this.later(() => socket.connect());
    });
    socket.on('connect_error', () => {
      if (!socket.active) this.later(() => socket.connect());
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
    this.isClosed = true;
    this.watcher.close();
  }

  private async enter(): Promise<void> {
    const { socket } = this.watcher;
    const by = socket.id;
    const ack = await this.watcher.subscribe(this.projectId, this.podName).catch(() => undefined);
    // The next connection subscribes again.
    if (socket.id !== by) return;
    if (ack?.ok === true) this.takeAll(ack.state);
    else if (ack === undefined || !FINAL_REFUSALS.includes(ack.code))
      this.later(() => socket.connected && void this.enter());
  }

  private later(work: () => void): void {
    setTimeout(() => {
      if (!this.isClosed) work();
    }, RETRY_MS);
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
