import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { LISTED_TABLES, type ListedTable } from '@portal/contracts/entities';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { maySeeSome } from '@portal/domain/item-rules';
import { seesEverybody, weekSeenBy } from '@portal/domain/visibility';
import { RECENT_CHANGE_MS } from '@portal/contracts/live';
import { reportingZone } from '@portal/contracts/reporting-zone';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { LOGGER } from '@portal/platform/tokens';
import { isTracing, traced } from '@portal/platform/tracing';
import type { Logger } from 'pino';
import { ChangeFeed, type ChangeListener } from '../feed/change-feed.js';
import type { LiveServer, LiveSocket } from '../live-server.js';
import { CurrentAccess } from './current-access.js';
import { KeyedThrottle, STATE_PAUSE_MS } from './keyed-throttle.js';
import { MidnightClock } from './midnight-clock.js';
import { IMPORTS_ROOM, type Room, roomName, userRoom } from './room.js';
import { RoomRegistry } from './room-registry.js';
import { RoomStates } from './room-states.js';

/** Called with each push: its event, and how long after the first notification of its commits it was sent. */
type PushListener = (event: string, ms: number) => void;

/**
 * Pushes states to rooms. Each state is read once for all sockets, and each topic of a room is sent
 * at a limited rate. Other servers push to their own sockets, as they receive the same events.
 *
 * Between the read and the push the access of all connections is brought up to date. So a state
 * reaches nobody who lost access with a commit that the state includes.
 */
@Injectable()
export class StatePublisher implements ChangeListener, OnApplicationBootstrap, OnModuleDestroy {
  private readonly rooms = new RoomRegistry();
  private readonly throttle: KeyedThrottle;
  /** The week, the elapsed weekdays and today's reviews change at midnight, without a commit. */
  private readonly midnight: MidnightClock;
  /** When the change of each table was announced last, by `performance.now()`. */
  private readonly announced = new Map<ListedTable, number>();
  private server: LiveServer | null = null;
  private pushed: PushListener = () => undefined;

  constructor(
    private readonly states: RoomStates,
    private readonly imports: ImportQueries,
    private readonly access: CurrentAccess,
    feed: ChangeFeed,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.throttle = new KeyedThrottle(STATE_PAUSE_MS, (error, key) => {
      // The log has one line for a database that is away, and not one for each room.
      if (!isDatabaseAway(error)) logger.error({ err: error, key }, 'a state could not be read');
    });
    this.midnight = new MidnightClock(reportingZone(), () => this.allChanged());
    feed.listen(this);
  }

  serve(server: LiveServer): void {
    this.server = server;
    this.rooms.follow(server);
  }

  onPush(listener: PushListener): void {
    this.pushed = listener;
  }

  /** Sockets and rooms of this server. */
  load(): { sockets: number; rooms: number } {
    return { sockets: this.server?.of('/').sockets.size ?? 0, rooms: this.rooms.all().length };
  }

  onApplicationBootstrap(): void {
    this.midnight.start();
  }

  onModuleDestroy(): void {
    this.midnight.stop();
    this.throttle.stop();
  }

  /**
   * Pushes what depends on the tasks, pods and users of a project; every change also affects
   * project 0.
   */
  projectChanged(projectId: number): void {
    this.publishProject(ALL_PROJECTS_ID);
    if (projectId === ALL_PROJECTS_ID) this.syncTimeChanged();
    else this.publishProject(projectId);
  }

  importChanged(importId: string, hasEnded: boolean): void {
    this.throttle.request(`import ${importId}`, async (since) => {
      const send = () => this.sendImport(importId, since);
      // The end of an import belongs to the trace of its upload.
      if (!hasEnded || !isTracing()) return send();
      const parent = await this.imports.traceParent(importId);
      return traced('push import', send, { parent, facts: { import_id: importId } });
    });
  }

  /** Tells a new connection what changed just before it: its page may have read that earlier. */
  connected(socket: LiveSocket): void {
    const since = performance.now() - RECENT_CHANGE_MS;
    for (const [table, at] of this.announced) if (at >= since) tell(socket, table);
  }

  /** Tells all users who may see rows of the table; which ones is decided when they request them. */
  tableChanged(table: ListedTable): void {
    this.announced.set(table, performance.now());
    this.throttle.request(`records ${table}`, async (since) => {
      await this.access.upToDate();
      for (const socket of this.server?.of('/').sockets.values() ?? []) tell(socket, table);
      this.sent('records-changed', since);
    });
  }

  changesMissed(): void {
    this.allChanged();
    for (const table of LISTED_TABLES) this.tableChanged(table);
    this.throttle.request('imports', async () => {
      for (const id of await this.imports.recentIds()) this.importChanged(id, false);
    });
  }

  private allChanged(): void {
    for (const projectId of this.watchedProjects()) this.publishProject(projectId);
    this.syncTimeChanged();
  }

  private syncTimeChanged(): void {
    for (const projectId of this.watchedProjects()) {
      this.throttle.request(`sync-time ${projectId}`, (since) =>
        this.sendSyncTime(projectId, since),
      );
    }
  }

  private watchedProjects(): Set<number> {
    return new Set(this.rooms.all().map(({ projectId }) => projectId));
  }

  private publishProject(projectId: number): void {
    const rooms = this.rooms.ofProject(projectId);
    if (rooms.length === 0) return;
    this.throttle.request(`dashboard ${projectId}`, (since) =>
      this.sendDashboard(projectId, since),
    );
    for (const room of rooms) {
      this.throttle.request(`desk ${roomName(room)}`, (since) =>
        this.sendReviewCounters(room, since),
      );
      const { pod } = room;
      if (pod === null) continue;
      this.throttle.request(`week ${roomName(room)}`, (since) =>
        this.sendWeek(room, pod.name, since),
      );
    }
  }

  /**
   * Pushes to the rooms of the project and its pods; a socket in several of them receives it once.
   */
  private async sendDashboard(projectId: number, since: number): Promise<void> {
    if (this.rooms.ofProject(projectId).length === 0) return;
    const state = await this.states.dashboard(projectId);
    await this.access.upToDate();
    this.toProject(projectId)?.emit('dashboard-changed', state);
    this.sent('dashboard-changed', since);
  }

  private async sendSyncTime(projectId: number, since: number): Promise<void> {
    if (this.rooms.ofProject(projectId).length === 0) return;
    const state = await this.states.syncTime(projectId);
    await this.access.upToDate();
    this.toProject(projectId)?.emit('sync-time', state);
    this.sent('sync-time', since);
  }

  private async sendReviewCounters(room: Room, since: number): Promise<void> {
    if (!this.rooms.isOccupied(room)) return;
    const state = await this.states.reviewCounters(room);
    await this.access.upToDate();
    this.server?.to(roomName(room)).emit('review-counters', state);
    this.sent('review-counters', since);
  }

  private async sendWeek(room: Room, podName: string, since: number): Promise<void> {
    if (!this.rooms.isOccupied(room)) return;
    const state = await this.states.weeklyProgress(room.projectId, podName);
    await this.access.upToDate();
    const limited = this.socketsIn(room).filter(
      ({ data }) => !seesEverybody(data.session.caller, room.projectId),
    );
    const ids = limited.map(({ id }) => id);
    this.server?.to(roomName(room)).except(ids).emit('weekly-progress', state);
    for (const socket of limited) {
      socket.emit('weekly-progress', weekSeenBy(socket.data.session.caller, state));
    }
    this.sent('weekly-progress', since);
  }

  private socketsIn(room: Room): LiveSocket[] {
    const { adapter, sockets } = this.server?.of('/') ?? {};
    const ids = adapter?.rooms.get(roomName(room)) ?? [];
    return [...ids].flatMap((id) => sockets?.get(id) ?? []);
  }

  private async sendImport(importId: string, since: number): Promise<void> {
    const found = await this.imports.find(importId);
    if (!found) return;
    await this.access.upToDate();
    this.server?.to([IMPORTS_ROOM, userRoom(found.uploaderId)]).emit('import-progress', {
      project_id: ALL_PROJECTS_ID,
      epoch: found.epoch,
      revision: found.revision,
      import: found.summary,
    });
    this.sent('import-progress', since);
  }

  private sent(event: string, since: number): void {
    this.pushed(event, performance.now() - since);
  }

  private toProject(projectId: number) {
    const names = this.rooms.ofProject(projectId).map(roomName);
    return names.length === 0 ? null : this.server?.to(names);
  }
}

function tell(socket: LiveSocket, table: ListedTable): void {
  if (!maySeeSome(socket.data.session.caller, table)) return;
  socket.emit('records-changed', { records: table });
}
