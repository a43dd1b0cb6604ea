import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { COPY_COLUMNS } from '../reader/copy-lines.js';
import type { CopyBlock } from '../reader/read-task-file.js';

/** Copies one block of rows into its table. */
export async function copyBlock(db: Client, { table, bytes }: CopyBlock): Promise<void> {
  const stream = db.query(copyFrom(`COPY ${table} (${COPY_COLUMNS[table].join(', ')}) FROM STDIN`));
  stream.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  await finished(stream);
}
