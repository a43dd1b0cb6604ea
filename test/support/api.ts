import { request, type IncomingHttpHeaders } from 'node:http';
import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { importDetailSchema, type ImportDetail } from '@portal/contracts/import-detail';
import { ApiContract } from './api-contract.js';
import { eventually } from './eventually.js';

/** A response; `body` is parsed JSON if the content type is JSON, else text. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: unknown;
}

interface Upload {
  fileName?: string;
  /** Query of the upload call, such as `dry_run=true`. */
  query?: string;
  /** The Prefer header; `respond-async` or `wait=N`. */
  prefer?: string;
  fieldName?: string;
  signal?: AbortSignal;
}

/** Maximum time for a response; then the test fails with the request. */
const SILENCE_MS = 120_000;

const contracts = new Map<string, Promise<ApiContract>>();

/** The portal's API description, requested once; again after a failure. */
function contractOf(baseUrl: string): Promise<ApiContract> {
  const contract = contracts.get(baseUrl) ?? ApiContract.of(baseUrl);
  contracts.set(baseUrl, contract);
  contract.catch(() => contracts.delete(baseUrl));
  return contract;
}

/**
 * Sends HTTP requests to the portal as one user. Each response must match the portal's API
 * description.
 */
export class Api {
  constructor(
    readonly baseUrl: string,
    readonly token?: string,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.sendJson('POST', path, body, headers);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.sendJson('PUT', path, body);
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.sendJson('PATCH', path, body);
  }

  delete(path: string, body: unknown): Promise<Answer> {
    return this.sendJson('DELETE', path, body);
  }

  /** Uploads a task file as a browser does, streaming it. */
  upload(content: string | Buffer | Readable, options: Upload = {}): Promise<Answer> {
    const boundary = `portal-${randomUUID()}`;
    const query = options.query === undefined ? '' : `?${options.query}`;
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(options.prefer === undefined ? {} : { prefer: options.prefer }),
    };
    const name = options.fieldName ?? 'file';
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; ` +
      `filename="${options.fileName ?? 'tasks.json'}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n';
    const body = Readable.from(framed(head, content, `\r\n--${boundary}--\r\n`), {
      objectMode: false,
    });
    return this.send('POST', `/tasks/upload${query}`, headers, body, options.signal);
  }

  /** Polls an import until it has ended, with any status. */
  async importEnd(importId: string): Promise<ImportDetail> {
    return await eventually(`the end of import ${importId}`, async () => {
      const detail = await this.importDetail(importId);
      return detail.finished_at !== null && detail;
    });
  }

  async importDetail(importId: string): Promise<ImportDetail> {
    const answer = await this.get(`/tasks/imports/${importId}`);
    if (answer.status !== 200) throw new Error(`import ${importId} answered ${answer.status}`);
    return importDetailSchema.parse(answer.body);
  }

  private sendJson(
    method: string,
    path: string,
    body: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const json = Buffer.from(JSON.stringify(body));
    // Without the length, Node.js sends no body with DELETE.
    const headers = {
      ...more,
      'content-type': 'application/json',
      'content-length': String(json.length),
    };
    return this.send(method, path, headers, Readable.from([json], { objectMode: false }));
  }

  private async send(
    method: string,
    path: string,
    headers: Record<string, string>,
    content?: Readable,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const url = new URL(path.startsWith('/api/') ? path : `/api/v1${path}`, this.baseUrl);
    const contract = await contractOf(this.baseUrl);
    const answer = await this.exchange(method, url, headers, content, signal);
    contract.check({
      method,
      path: url.pathname,
      status: answer.status,
      contentType: answer.headers['content-type'],
      body: answer.body,
    });
    return answer;
  }

  private exchange(
    method: string,
    url: URL,
    headers: Record<string, string>,
    content?: Readable,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = request(url, {
        method,
        // The method setTimeout would leave the agent's 5 s until the connection is open.
        timeout: SILENCE_MS,
        ...(signal === undefined ? {} : { signal }),
        headers: {
          ...headers,
          ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        },
      });
      call.on('error', reject);
      call.on('timeout', () => {
        const pathname = url.pathname;
        call.destroy(new Error(`${method} ${pathname}: nothing was heard for ${SILENCE_MS} ms`));
      });
      call.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          const json = /[/+]json/.test(response.headers['content-type'] ?? '');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: json && text !== '' ? JSON.parse(text) : text,
          });
        });
      });
      if (content === undefined) call.end();
      // A refusal can arrive before the whole body is sent; then the response counts.
      else content.on('error', reject).pipe(new PassThrough()).pipe(call);
    });
  }
}

async function* framed(head: string, content: string | Buffer | Readable, tail: string) {
  yield Buffer.from(head);
  if (content instanceof Readable) {
    for await (const chunk of content) yield chunk as Buffer;
  } else {
    yield Buffer.from(content);
  }
  yield Buffer.from(tail);
}
