/** The minimal server for pushes: on each request it emits the given events to every socket. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

let events = [];
const server = createServer((incoming, response) => {
  for (const [event, state] of events) io.emit(event, state);
  incoming.resume();
  response.end();
});
const io = new Server(server, { serveClient: false });
process.on('message', (given) => (events = given));
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
