import { io } from 'socket.io-client';

/**
 * @typedef {import('socket.io-client').Socket<
 *   import('@portal/contracts/live').ServerToClientEvents,
 *   import('@portal/contracts/live').ClientToServerEvents>} PortalSocket
 */

/**
 * A socket on a connection of its own.
 * @param {string} url of the server
 * @param {string} [token] which the minimal server does not need
 * @returns {Promise<PortalSocket>}
 */
export async function openSocket(url, token) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined));
    socket.once('connect_error', reject);
  });
  return socket;
}

/**
 * Subscribes to a project.
 * @param {PortalSocket} socket
 * @param {number} projectId
 * @returns {Promise<import('@portal/contracts/live').RoomState>}
 */
export async function subscribe(socket, projectId) {
  const answer = await socket.emitWithAck('subscribe', { project_id: projectId });
  if (!answer.ok) throw new Error(`not subscribed: ${answer.detail}`);
  return answer.state;
}
