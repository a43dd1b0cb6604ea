import { once } from 'node:events';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamedFile } from './export.js';

const MEBIBYTE = 1024 * 1024;
const COLUMNS = [{ name: 'text', type: 'text' }];
/** Eight mebibytes that become six times as long in JSON. */
const ROWS = Array.from({ length: 128 }, () => ['\u0001'.repeat(64 * 1024)]);

describe('a streamed file', () => {
  it('CST-44 buffers little for a client that stops reading, for rows of any size', async () => {
    const gone = new AbortController();
    const file = streamedFile({ format: 'json', dialect: 'standard' }, gone.signal);
    let taken = 0;
    const stalled = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer) {
        taken += chunk.length;
      },
    });
    file.content.pipe(stalled);
    file.sink.begin(COLUMNS);
    const taking = file.sink.take(ROWS);
    await expect.poll(() => taken).toBeGreaterThan(0);
    const settled = await Promise.race([
      taking.then(() => 'taken'),
      once(stalled, 'close'),
      later(),
    ]);
    expect(settled).toBe('waits');
    expect(taken + stalled.writableLength + file.content.readableLength).toBeLessThan(2 * MEBIBYTE);
    gone.abort();
    await expect(taking).rejects.toThrow();
  });

  it('CST-44 sends everything to a client that reads', async () => {
    const file = streamedFile(
      { format: 'json', dialect: 'standard' },
      new AbortController().signal,
    );
    file.sink.begin(COLUMNS);
    const text = file.content.toArray();
    await file.sink.take(ROWS);
    file.end();
    const rows: unknown = JSON.parse(Buffer.concat(await text).toString());
    expect(rows).toEqual(ROWS.map(([value]) => ({ text: value })));
  });
});

describe('a JSON export', () => {
  const names = fc.uniqueArray(
    fc.oneof(fc.nat({ max: 3000 }).map(String), fc.constantFrom('__proto__', 'a"b', 'toString')),
    { minLength: 1 },
  );

  it('CST-110 has the columns in the order of the query, whatever their names', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (columns) => {
        const file = streamedFile(
          { format: 'json', dialect: 'standard' },
          new AbortController().signal,
        );
        file.sink.begin(columns.map((name) => ({ name, type: 'text' })));
        const text = file.content.toArray();
        await file.sink.take([columns.map((_, at) => `value ${at}`)]);
        file.end();
        const cells = columns.map((name, at) => `${JSON.stringify(name)}:"value ${at}"`);
        expect(Buffer.concat(await text).toString()).toBe(`[\n{${cells.join(',')}}\n]\n`);
      }),
    );
  });
});

/** After all pending work has run. */
async function later(): Promise<string> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return 'waits';
}
