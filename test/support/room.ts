import {
  LIVE_PATH,
  SERVER_EVENT_SCHEMAS,
  subscribeAckSchema,
  type ClientToServerEvents,
  type RoomState,
  type ServerToClientEvents,
  type SubscribeAck,
} from '@portal/contracts/live';
import { io, type Socket } from 'socket.io-client';
import type { z } from 'zod';
import { eventually } from './eventually.js';

type Topic = keyof typeof SERVER_EVENT_SCHEMAS;
const TOPICS = Object.keys(SERVER_EVENT_SCHEMAS) as Topic[];
type State<T extends Topic> = z.output<(typeof SERVER_EVENT_SCHEMAS)[T]>;
type Received = { [T in Topic]: State<T>[] };

/** One socket connection; records every state in order and validates each with its schema. */
export class Watcher {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  readonly received = Object.fromEntries(
    TOPICS.map((topic): [Topic, unknown[]] => [topic, []]),
  ) as Received;

  constructor(baseUrl: string, token: string) {
    this.socket = io(baseUrl, {
      path: LIVE_PATH,
      transports: ['websocket'],
      auth: { token },
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
      forceNew: true,
    });
    for (const topic of TOPICS) this.keep(topic);
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
    condition: (state: State<T>) => boolean,
  ): Promise<State<T>> {
    return eventually(`${topic}: ${what}`, () => this.received[topic].find(condition));
  }

  close(): void {
    this.socket.disconnect();
  }

  private keep<T extends Topic>(topic: T): void {
    const keep = (state: unknown): void => {
      this.received[topic].push(SERVER_EVENT_SCHEMAS[topic].parse(state) as State<T>);
    };
    this.socket.on<Topic>(topic, keep);
  }
}
