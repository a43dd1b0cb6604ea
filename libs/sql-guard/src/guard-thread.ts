import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { checkQuery } from './check-query.js';
import { guardSettingsSchema } from './guard-worker.js';

/**
 * The initial memory is several times what the parser needs for a text of 64 KB; it must not grow.
 */
WebAssembly.Memory.prototype.grow = () => {
  throw new RangeError('The parser has all the memory that it gets');
};

const { relations, schema } = guardSettingsSchema.parse(workerData);
// Warm-up: the first text takes longer, and its time must not count.
checkQuery('SELECT status FROM tasks', relations, schema);

// An exception ends the thread; the other side handles it.
parentPort?.on('message', (text: unknown) => {
  parentPort?.postMessage(checkQuery(z.string().parse(text), relations, schema), []);
});
parentPort?.postMessage('ready', []);
