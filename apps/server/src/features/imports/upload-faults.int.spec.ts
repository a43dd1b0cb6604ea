import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importSummarySchema } from '@portal/contracts/imports';
import { UPLOAD_STORE } from '@portal/platform/tokens';
import type { UploadStore } from '@portal/platform/upload-store';
import { signIn } from '@portal/testing/sign-in';
import { pino } from 'pino';
import { PATIENCE } from '@portal/testing/patience';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly err?: unknown;
}

const WARN = 40;
let lines: LogLine[] = [];
const logger = pino(
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as LogLine);
      done();
    },
  }),
);

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer({ logger });
  admin = (await signIn(server.baseUrl, 'admin@example.com')).access_token;
});
beforeEach(() => {
  lines = [];
});
afterAll(() => server.stop());

const storedFiles = (): Promise<string[]> =>
  readdir(join(server.config.dataDir, 'uploads', 'imports')).catch(() => []);

let rows = 0;

function send(name: string, boundary = 'x'): Promise<Response> {
  return fetch(`${server.baseUrl}/api/v1/tasks/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      prefer: 'respond-async',
    },
    body:
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n` +
      `[${(rows += 1)}]\r\n--${boundary}--\r\n`,
  });
}

describe('the form of an upload', () => {
  it('UP-18 may not have a NUL in the file name, nor a long boundary', async () => {
    const nul = await send('a\0.json');
    expect(nul.status).toBe(400);
    expect((await problemIn(nul)).errors).toEqual([
      { pointer: '/file', detail: 'must not have a NUL character in its name' },
    ]);
    const long = await send('a.json', 'x'.repeat(300));
    expect(long.status).toBe(400);
    expect((await problemIn(long)).detail).toBe(
      'The form is truncated, or has no boundary of 1 to 200 characters',
    );
    expect((await send('a.json', 'x'.repeat(200))).status).toBe(202);
    expect((await send('a.json', '"x"'.slice(1, 2))).status).toBe(202);
  });

  it('UP-18 loses control and bidirectional characters of the file name', async () => {
    const sent = await send('a\u202Egpj\u0007\u2066 ü\u200F.json');
    expect(sent.status).toBe(202);
    expect(importSummarySchema.parse(await sent.json()).file_name).toBe('agpj ü.json');
  });

  it('UP-18 has its quotation marks, as browsers send them', async () => {
    const sent = await send('say %22hi%22.json');
    expect(importSummarySchema.parse(await sent.json()).file_name).toBe('say "hi".json');
  });
});

describe('an aborted upload', () => {
  it('UP-19 is logged as one warning', async () => {
    const before = await storedFiles();
    const ABORTED = 5;
    const requests = Array.from({ length: ABORTED }, () => {
      const request = httpRequest(`${server.baseUrl}/api/v1/tasks/upload`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 1_000_000,
        },
      });
      request.on('error', () => undefined);
      request.write(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[1,2,3',
      );
      return request;
    });
    await vi.waitFor(
      async () => expect(await storedFiles()).toHaveLength(before.length + ABORTED),
      PATIENCE,
    );
    for (const request of requests) request.destroy();
    await vi.waitFor(async () => expect(await storedFiles()).toEqual(before), PATIENCE);
    await vi.waitFor(
      () => expect(lines.filter(({ msg }) => msg === 'upload aborted')).toHaveLength(ABORTED),
      PATIENCE,
    );
    // An upload afterwards, so that everything about the aborted ones has been logged.
    expect((await send('a.json')).status).toBe(202);
    const loud = lines.filter(({ level }) => level >= WARN);
    expect(loud.map(({ level, msg, err }) => ({ level, msg, err }))).toEqual(
      Array.from({ length: ABORTED }, () => ({
        level: WARN,
        msg: 'upload aborted',
        err: undefined,
      })),
    );
  });
});

describe('a full disk', () => {
  it('UP-20 refuses an upload by name, and the next one succeeds', async () => {
    const before = await storedFiles();
    const store = server.app.get<UploadStore>(UPLOAD_STORE);
    vi.spyOn(store, 'write').mockImplementationOnce(async (_key, stream) => {
      // The real error of the system.
      await pipeline(stream, createWriteStream('/dev/full'));
    });
    const refused = await send('a.json');
    expect(refused.status).toBe(507);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await problemIn(refused)).toMatchObject({
      code: 'disk-full',
      detail: 'The disk of the portal is full; nothing was stored',
    });
    expect(await storedFiles()).toEqual(before);
    expect((await send('a.json')).status).toBe(202);
  });
});
