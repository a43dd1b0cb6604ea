/** The minimal server for pushes: on each request it emits the given events to every socket. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** @typedef {[name: string, state: unknown]} Event */

process.on('disconnect', () => process.exit(0));
const [given] = await once(process, 'message');
/** @type {Event[]} */
const events = given;
const server = createServer((incoming, response) => {
  for (const [event, state] of events) io.emit(event, state);
  incoming.resume();
  response.end();
});
const io = new Server(server, { serveClient: false });
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
