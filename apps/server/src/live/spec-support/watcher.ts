import {
  LIVE_PATH,
  SERVER_EVENT_SCHEMAS,
  type RoomState,
  type SubscribeAck,
  subscribeAckSchema,
  type UnsubscribeAck,
  unsubscribeAckSchema,
} from '@portal/contracts/live';
import { io, type Socket } from 'socket.io-client';
import { PATIENCE } from '@portal/testing/patience';
import { vi } from 'vitest';
import type { z } from 'zod';

type Topic = keyof typeof SERVER_EVENT_SCHEMAS;
const TOPICS = Object.keys(SERVER_EVENT_SCHEMAS) as Topic[];
type State<T extends Topic> = z.output<(typeof SERVER_EVENT_SCHEMAS)[T]>;
type Received = { [T in Topic]: { state: State<T>; at: number }[] };

/** A client that stores the received states and validates each with its schema. */
export class Watcher {
  readonly socket: Socket;
  readonly received = Object.fromEntries(
    TOPICS.map((topic): [Topic, unknown[]] => [topic, []]),
  ) as Received;
  /** How often the server asked for a new token. */
  refreshes = 0;
  /** The reason of the disconnect; null while connected. */
  ended: string | null = null;

  constructor(baseUrl: string, token: unknown, transport: 'websocket' | 'polling' = 'websocket') {
    this.socket = io(baseUrl, {
      path: LIVE_PATH,
      transports: [transport],
      auth: token === undefined ? {} : { token },
      reconnection: false,
      forceNew: true,
    });
    for (const topic of TOPICS) this.keep(topic);
    this.socket.on('refresh-token', () => this.refreshes++);
    this.socket.on('disconnect', (reason) => {
      this.ended = reason;
    });
  }

  /** Resolves when connected; rejects with the code of the refusal. */
  connected(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.socket.once('connect', () => resolve(this));
      this.socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
        reject(new Error(error.data?.code ?? error.message)),
      );
    });
  }

  async send(event: 'subscribe', message: unknown): Promise<SubscribeAck>;
  async send(event: 'unsubscribe' | 'authenticate', message: unknown): Promise<UnsubscribeAck>;
  async send(event: string, message: unknown): Promise<SubscribeAck | UnsubscribeAck> {
    const answer: unknown = await this.socket.timeout(PATIENCE.timeout).emitWithAck(event, message);
    return event === 'subscribe'
      ? subscribeAckSchema.parse(answer)
      : unsubscribeAckSchema.parse(answer);
  }

  /** Subscribes and returns the current state; throws if refused. */
  async enter(projectId: number, podName?: string): Promise<RoomState> {
    const ack = await this.send('subscribe', {
      project_id: projectId,
      ...(podName !== undefined && { pod_name: podName }),
    });
    if (!ack.ok) throw new Error(`refused: ${ack.code}`);
    return ack.state;
  }

  states<T extends Topic>(topic: T): State<T>[] {
    return this.received[topic].map(({ state }) => state);
  }

  /** Waits for the first state of the topic that matches. */
  seen<T extends Topic>(topic: T, fits: (state: State<T>) => boolean): Promise<State<T>> {
    return vi.waitFor(
      () => {
        const found = this.states(topic).find(fits);
        if (!found) throw new Error(`no such ${topic} among ${this.states(topic).length}`);
        return found;
      },
      { ...PATIENCE, interval: 10 },
    );
  }

  /** Waits for the disconnect and returns its reason. */
  disconnected(): Promise<string> {
    return vi.waitFor(
      () => {
        if (this.ended === null) throw new Error('still connected');
        return this.ended;
      },
      { ...PATIENCE, interval: 10 },
    );
  }

  close(): void {
    this.socket.disconnect();
  }

  private keep<T extends Topic>(topic: T): void {
    const event: string = topic;
    this.socket.on(event, (payload: unknown) => {
      const state = SERVER_EVENT_SCHEMAS[topic].parse(payload) as State<T>;
      this.received[topic].push({ state, at: performance.now() });
    });
  }
}
