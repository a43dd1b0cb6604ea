/** The minimal server for pushes: on each request it emits the events of its worker data to every socket. */
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { Server } from 'socket.io';

/** @type {[name: string, state: unknown][]} */
const events = workerData;
const server = createServer((incoming, response) => {
  for (const [event, state] of events) io.emit(event, state);
  incoming.resume();
  response.end();
});
const io = new Server(server, { serveClient: false });
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
