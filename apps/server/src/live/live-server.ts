import type { ClientToServerEvents, ServerToClientEvents } from '@portal/contracts/live';
import type { Server, Socket } from 'socket.io';
import type { LiveSession } from './sockets/live-session.js';

type NoEvents = Record<string, never>;

/** Data of a socket, set in the handshake. */
interface SocketData {
  session: LiveSession;
}

/** Socket.IO with the types of the contract. */
export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;
