import {
  LIVE_PATH,
  SERVER_EVENT_SCHEMAS,
  subscribeAckSchema,
  type ClientToServerEvents,
  type DashboardChanged,
  type ImportProgress,
  type ReviewCounters,
  type RoomState,
  type ServerToClientEvents,
  type SubscribeAck,
  type SyncTime,
  type WeeklyProgress,
} from '@portal/contracts/live';
import { io, type Socket } from 'socket.io-client';
import { eventually } from './eventually.js';

interface States {
  'sync-time': SyncTime;
  'dashboard-changed': DashboardChanged;
  'review-counters': ReviewCounters;
  'weekly-progress': WeeklyProgress;
  'import-progress': ImportProgress;
}
type Topic = keyof States;

/** One socket connection; records every state in order and validates each with its schema. */
export class Watcher {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  readonly received: { [T in Topic]: States[T][] } = {
    'sync-time': [],
    'dashboard-changed': [],
    'review-counters': [],
    'weekly-progress': [],
    'import-progress': [],
  };
  permissionChanges = 0;

  constructor(baseUrl: string, token: string) {
    this.socket = io(baseUrl, {
      path: LIVE_PATH,
      transports: ['websocket'],
      auth: { token },
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
      forceNew: true,
    });
    this.keep('sync-time');
    this.keep('dashboard-changed');
    this.keep('review-counters');
    this.keep('weekly-progress');
    this.keep('import-progress');
    this.socket.on('permissions-changed', () => {
      this.permissionChanges++;
    });
  }

  /** Resolves when connected, rejects with the server's reason if refused. */
  connected(): Promise<void> {
    if (this.socket.connected) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('connect_error', reject);
    });
  }

  async subscribe(projectId: number, podName?: string): Promise<SubscribeAck> {
    const request = {
      project_id: projectId,
      ...(podName === undefined ? {} : { pod_name: podName }),
    };
    return subscribeAckSchema.parse(
      await this.socket.timeout(60_000).emitWithAck('subscribe', request),
    );
  }

  /** Subscribes and returns the current state; throws if refused. */
  async enter(projectId: number, podName?: string): Promise<RoomState> {
    const ack = await this.subscribe(projectId, podName);
    if (!ack.ok) throw new Error(`refused: ${ack.code} ${ack.detail}`);
    return ack.state;
  }

  /** Waits for a state of the topic that satisfies the condition. */
  seen<T extends Topic>(
    topic: T,
    what: string,
    condition: (state: States[T]) => boolean,
  ): Promise<States[T]> {
    return eventually(`${topic}: ${what}`, () =>
      (this.received[topic] as States[T][]).find(condition),
    );
  }

  close(): void {
    this.socket.disconnect();
  }

  private keep<T extends Topic>(topic: T): void {
    const keep = (state: unknown): void => {
      const kept = this.received[topic] as unknown[];
      kept.push(SERVER_EVENT_SCHEMAS[topic].parse(state));
    };
    this.socket.on<Topic>(topic, keep);
  }
}
