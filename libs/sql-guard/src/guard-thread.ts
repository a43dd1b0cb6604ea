import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { checkQuery } from './check-query.js';
import { guardSettingsSchema } from './guard-worker.js';

/** The parser begins with several times what a text of 64 KB makes it take, and never gets more. */
WebAssembly.Memory.prototype.grow = () => {
  throw new RangeError('The parser has all the memory that it gets');
};

const { relations, schema } = guardSettingsSchema.parse(workerData);
// The first text takes longer, which is not its fault.
checkQuery('SELECT status FROM tasks', relations, schema);

// What is thrown ends the thread, and is told on the other side.
parentPort?.on('message', (text: unknown) => {
  parentPort?.postMessage(checkQuery(z.string().parse(text), relations, schema), []);
});
parentPort?.postMessage('ready', []);
