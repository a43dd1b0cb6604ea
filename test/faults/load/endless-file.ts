import { Readable } from 'node:stream';
import { taskFileChunks } from '@portal/testing/task-file';
import { ALPHA_TURING_ID } from '../../support/world.js';

/** The beginning of a file, and then nothing. */
export function endlessFile(): Readable {
  async function* content() {
    yield* taskFileChunks({ tasks: 5_000, turingProjectId: ALPHA_TURING_ID, firstTaskId: 1 });
    await new Promise(() => undefined);
  }
  return Readable.from(content(), { objectMode: false });
}
