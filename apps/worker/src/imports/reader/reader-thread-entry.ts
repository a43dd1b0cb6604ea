import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openUploadStore } from '@portal/platform/open-upload-store';
import { BlockMemory } from './copy-text.js';
import { readTaskFile } from './read-task-file.js';
import { threadTaskSchema } from './reader-thread.js';

/** Maximum number of blocks not yet taken by the main thread; then reading pauses. */
const MAX_BLOCKS_AHEAD = 4;
const PROGRESS_MS = 100;

const port = parentPort;
if (port !== null) await read(port);

async function read(port: MessagePort): Promise<void> {
  const { store, key, settings } = threadTaskSchema.parse(workerData);
  let ahead = 0;
  let reportedAt = 0;
  const memory = new BlockMemory();
  port.on('message', (taken: unknown) => {
    ahead--;
    if (taken instanceof ArrayBuffer) memory.giveBack(taken);
  });
  const file = await openUploadStore(store).read(key);
  for await (const event of readTaskFile(file, settings, memory)) {
    if (event.kind === 'block') {
      port.postMessage(event, [event.bytes.buffer]);
      ahead++;
      while (ahead > MAX_BLOCKS_AHEAD) await once(port, 'message');
    } else if (event.kind === 'end' || Date.now() - reportedAt >= PROGRESS_MS) {
      port.postMessage(event);
      reportedAt = Date.now();
    }
  }
  port.close();
}
