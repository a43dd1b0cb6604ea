import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { problemSchema } from '@portal/contracts/problem';
import { signIn } from '@portal/testing/sign-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawRequest } from '../../testing/raw-request.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const TIMEOUTS = { headersMs: 1_600, requestMs: 1_600, checkMs: 20, idleMs: 800 };
const PIECE_MS = 50;
const BODY = JSON.stringify({ name: 'Alpha' });
const UPLOAD = 'POST /api/v1/tasks/upload?dry_run=true HTTP/1.1';
const FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[';
const END = ']\r\n--x--\r\n';

let server: TestServer;
let token: string;
/** The tests run concurrently; their resources are closed after all of them. */
const closings: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer({ timeouts: TIMEOUTS });
  token = (await signIn(server.baseUrl, 'admin@example.com')).access_token;
});
afterAll(async () => {
  for (const close of closings) close();
  await server.stop();
});

async function begin(line: string, ...headers: string[]): Promise<RawRequest> {
  const request = await RawRequest.open(server.baseUrl, [line, ...headers]);
  closings.push(() => request.close());
  return request;
}

const json = (bearer = token, length = BODY.length): Promise<RawRequest> =>
  begin(
    'POST /api/v1/projects/ HTTP/1.1',
    'content-type: application/json',
    `content-length: ${length}`,
    `authorization: Bearer ${bearer}`,
  );

const upload = (length: number, bearer = token): Promise<RawRequest> =>
  begin(
    UPLOAD,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${length}`,
    `authorization: Bearer ${bearer}`,
    'prefer: wait=2',
  );

/** Sends `count` blanks, one at a time. */
function trickle(request: RawRequest, count = Infinity): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0;
    const timer = setInterval(() => {
      if (sent++ < count) return request.write(' ');
      clearInterval(timer);
      resolve();
    }, PIECE_MS);
    closings.push(() => clearInterval(timer));
  });
}

function problemIn(answer: string): unknown {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^connection: close$/im);
  return problemSchema.parse(JSON.parse(body));
}

const LATE = { code: 'request-timeout', status: 408 };

describe.concurrent('a body', () => {
  it('ERR-16 is 408 and the connection closes when the body stops', async () => {
    const request = await json();
    request.write(BODY.slice(0, 5));
    expect(problemIn(await request.ended())).toMatchObject(LATE);
  });

  it('ERR-16 is 408 when it is slower than its total time', async () => {
    const began = performance.now();
    const request = await json(token, 1000);
    void trickle(request);
    expect(problemIn(await request.ended())).toMatchObject(LATE);
    expect(performance.now() - began).toBeGreaterThan(TIMEOUTS.requestMs);
  });

  it('ERR-16 is accepted in pieces within that time', async () => {
    const request = await json(token, BODY.length + 5);
    await trickle(request, 5);
    request.write(BODY);
    expect(await request.status()).toBe(201);
  });

  it('ERR-16 accepts a file as long as bytes arrive, without a total time', async () => {
    const blanks = Math.ceil((1.5 * TIMEOUTS.requestMs) / PIECE_MS);
    const request = await upload(FILE.length + blanks + END.length);
    request.write(FILE);
    await trickle(request, blanks);
    request.write(END);
    expect(await request.status()).toBe(202);
  });

  it('ERR-16 is not read for long after the response', async () => {
    for (const request of [await json('unknown', 1000), await upload(1_000_000, 'unknown')]) {
      void trickle(request);
      expect(await request.status()).toBe(401);
      expect(await request.ended()).toContain('unauthenticated');
    }
  });
});

describe('a file', () => {
  const stored = async (): Promise<number> => {
    const folder = join(server.config.dataDir, 'uploads', 'imports');
    return (await readdir(folder).catch(() => [])).length;
  };

  it('ERR-16 is 408 when it stops, and no part of it is stored', async () => {
    const before = await stored();
    const request = await upload(1_000_000);
    request.write(FILE);
    await expect.poll(stored, { interval: 20 }).toBe(before + 1);
    expect(problemIn(await request.ended())).toMatchObject(LATE);
    await expect.poll(stored, { interval: 20 }).toBe(before);
  });
});
