import { Inject, type OnApplicationShutdown } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import {
  authenticateSchema,
  LIVE_PATH,
  type SubscribeAck,
  subscribeSchema,
  type UnsubscribeAck,
} from '@portal/contracts/live';
import type { Config } from '@portal/platform/config';
import { CONFIG, LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { problemOf } from '../../http/problems/problem-of.js';
import { ProblemException } from '../../problems/problem.js';
import { FOREIGN_PAGE, foreignTest } from '../../http/origin/foreign-pages.js';
import { securityHeaders } from '../../http/security-headers.js';
import { placeOf } from '../rooms/room.js';
import { CurrentAccess } from '../rooms/current-access.js';
import { StatePublisher } from '../rooms/state-publisher.js';
import { Subscriptions } from '../rooms/subscriptions.js';
import { UnreadPublisher } from '../rooms/unread-publisher.js';
import { ConnectionAdmission } from './connection-admission.js';
import { Connections } from './connections.js';
import type { LiveServer, LiveSocket } from '../live-server.js';
import { PacedWebSocketServer, pacePolling } from './paced-messages.js';
import { dropStalledSockets } from './stalled-sockets.js';

const MAX_MESSAGE_BYTES = 16 * 1024;
/** Nest's type of this option of Socket.IO is outdated. */
const WEB_SOCKETS: object = { wsEngine: PacedWebSocketServer };

/**
 * The socket API: validates messages, calls the services and acknowledges. A refusal is an
 * acknowledgement, never an exception.
 */
@WebSocketGateway({
  path: LIVE_PATH,
  serveClient: false,
  transports: ['websocket', 'polling'],
  maxHttpBufferSize: MAX_MESSAGE_BYTES,
  ...WEB_SOCKETS,
})
export class LiveGateway
  implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect, OnApplicationShutdown
{
  private stopDropping: () => void = () => undefined;

  constructor(
    private readonly admission: ConnectionAdmission,
    private readonly connections: Connections,
    private readonly access: CurrentAccess,
    private readonly subscriptions: Subscriptions,
    private readonly publisher: StatePublisher,
    private readonly unread: UnreadPublisher,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  afterInit(server: LiveServer): void {
    const headers = securityHeaders(this.config);
    server.engine.on('headers', (answer: object) => Object.assign(answer, headers));
    const isForeign = foreignTest(this.config);
    server.engine.opts.allowRequest = (request, decide) => {
      const isRefused = isForeign(request.headers);
      if (isRefused) this.logRefusal('forbidden', { ip: this.admission.addressOf(request) });
      decide(FOREIGN_PAGE, !isRefused);
    };
    server.engine.on('connection', (connection: LiveSocket['conn']) =>
      this.admission.count(connection),
    );
    server.engine.use(pacePolling());
    server.use((socket, next) => void this.receive(socket, next));
    this.access.serve(server);
    this.publisher.serve(server);
    this.unread.serve(server);
    this.stopDropping = dropStalledSockets(server, this.logger);
  }

  handleConnection(socket: LiveSocket): void {
    this.connections.begin(socket);
    this.publisher.connected(socket);
    this.unread.connected(socket);
  }

  handleDisconnect(socket: LiveSocket): void {
    socket.data.session.end();
  }

  onApplicationShutdown(): void {
    this.stopDropping();
  }

  @SubscribeMessage('subscribe')
  async subscribe(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() body: unknown,
  ): Promise<SubscribeAck> {
    return this.answer(socket, subscribeSchema, body, async (request) => {
      const state = await this.subscriptions.enter(socket, placeOf(request));
      const { epoch, revision } = state.dashboard;
      return { ok: true, epoch, revision, state };
    });
  }

  @SubscribeMessage('unsubscribe')
  async unsubscribe(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() body: unknown,
  ): Promise<UnsubscribeAck> {
    return this.answer(socket, subscribeSchema, body, async (request) => {
      this.subscriptions.leave(socket, placeOf(request));
      return { ok: true };
    });
  }

  @SubscribeMessage('authenticate')
  async authenticate(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() body: unknown,
  ): Promise<UnsubscribeAck> {
    return this.answer(socket, authenticateSchema, body, async ({ token }) => {
      await this.connections.replaceToken(socket, token);
      return { ok: true };
    });
  }

  private async answer<S extends z.ZodType, A extends { ok: boolean }>(
    socket: LiveSocket,
    schema: S,
    body: unknown,
    act: (request: z.output<S>) => Promise<A>,
  ): Promise<A | Extract<UnsubscribeAck, { ok: false }>> {
    const { session } = socket.data;
    try {
      if (!session.rateLimit.take()) {
        throw new ProblemException('too-many-requests', 'Too many messages; send them more slowly');
      }
      const request = schema.safeParse(body);
      if (!request.success) {
        throw new ProblemException('invalid-input', 'The message is not valid');
      }
      return await session.inTurn(() => act(request.data));
    } catch (error) {
      const { code, detail } = this.refusal(error);
      this.logRefusal(code, { userId: session.caller.userId });
      return { ok: false, code, detail };
    }
  }

  private async receive(socket: LiveSocket, next: (refusal?: Error) => void): Promise<void> {
    try {
      await this.connections.admit(socket);
    } catch (error) {
      const refusal = this.connectError(error);
      this.logRefusal(refusal.data.code, { ip: this.admission.addressOf(socket.request) });
      next(refusal);
      // Close after the refusal is sent; otherwise the client could stay connected.
      setImmediate(() => socket.conn.close());
      return;
    }
    next();
  }

  private connectError(error: unknown): Error & { data: { code: string } } {
    const { code, detail } = this.refusal(error);
    return Object.assign(new Error(detail), { data: { code } });
  }

  /** Like the line of a refused request. */
  private logRefusal(problem: string, whose: { ip: string } | { userId: number }): void {
    this.logger.info({ problem, ...whose }, 'refused on a socket');
  }

  private refusal(error: unknown): ProblemException {
    const problem = problemOf(error);
    if (problem.code === 'internal') this.logger.error({ err: error }, 'a message failed');
    return problem;
  }
}
