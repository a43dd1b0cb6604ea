import { once } from 'node:events';
import { connect } from 'node:net';
import {
  type CanActivate,
  Controller,
  type DynamicModule,
  Get,
  Module,
  type OnModuleInit,
  UseGuards,
} from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PlatformModule } from './platform.module.js';
import { get } from './testing/requests.js';
import { startTestServer } from './testing/test-server.js';
import { Allow } from './http/routes/access.js';
import { ApiResponse } from './http/routes/api-operation.js';
import { HttpModule } from './http.module.js';
import { RequestSignal } from './http/request-signal.js';

class Gate {
  reached = Promise.resolve();
  open: () => void = () => undefined;
  #markReached: () => void = () => undefined;
  #opened = Promise.resolve();

  close(): void {
    this.reached = new Promise((resolve) => (this.#markReached = resolve));
    this.#opened = new Promise((resolve) => (this.open = resolve));
  }

  async pass(): Promise<void> {
    this.#markReached();
    await this.#opened;
  }
}

const gate = new Gate();

class GateGuard implements CanActivate {
  async canActivate(): Promise<boolean> {
    await gate.pass();
    return true;
  }
}

/** One entry per request: whether its signal was aborted. */
const signals: boolean[] = [];

@Controller('probe')
class ProbeController implements OnModuleInit {
  onModuleInit(): void {
    gate.close();
  }

  @Get('slow')
  @Allow.anyone()
  @ApiResponse('What the probe has', z.unknown())
  async slow(): Promise<string> {
    await gate.pass();
    return 'done';
  }

  @Get('fast')
  @Allow.anyone()
  @ApiResponse('What the probe has', z.unknown())
  fast(): string {
    return 'done';
  }

  @Get('watched')
  @Allow.anyone()
  @UseGuards(GateGuard)
  @ApiResponse('What the probe has', z.unknown())
  watched(@RequestSignal() signal: AbortSignal): void {
    signals.push(signal.aborted);
  }

  @Get('long')
  @Allow.anyone()
  @ApiResponse('What the probe has', z.unknown())
  long(): string {
    return 'x'.repeat(10_000);
  }
}

@Module({})
class ProbeModule {
  static with(config: Config): DynamicModule {
    return {
      module: ProbeModule,
      imports: [PlatformModule.for(config, createLogger('probe', 'silent')), HttpModule],
      controllers: [ProbeController],
    };
  }
}

describe('the application', () => {
  it('ABOUT-5 finishes running requests and accepts no others when it stops', async () => {
    const server = await startTestServer({ root: (config) => ProbeModule.with(config) });
    const slow = get(`${server.baseUrl}/api/v1/probe/slow`);
    await gate.reached;
    const stopped = server.stop();
    await expect
      .poll(() => get(`${server.baseUrl}/api/v1/probe/fast`).catch(() => 'refused'), {
        interval: 5,
      })
      .toBe('refused');
    gate.open();
    const answer = await slow;
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('done');
    await stopped;
    await expect(server.db.query('SELECT 1')).rejects.toThrow('after calling end');
  });

  it('ABOUT-5 does not wait for connections without a request', async () => {
    const server = await startTestServer();
    const socket = connect(server.config.port, server.config.host);
    await once(socket, 'connect');
    // A response to a later connection shows that the server has accepted the first one.
    await get(`${server.baseUrl}/health/live`);
    const closed = once(socket, 'close');
    await server.stop();
    await closed;
  });

  it('ABOUT-5 answers a request whose connection was open when the server stopped', async () => {
    const server = await startTestServer();
    const socket = connect(server.config.port, server.config.host);
    await once(socket, 'connect');
    await get(`${server.baseUrl}/health/live`);
    // The time for the first request does not pass, however slow the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const stopped = server.stop();
    // The listener is closed, so the server stops.
    await expect
      .poll(() => get(`${server.baseUrl}/health/live`).catch(() => 'refused'), { interval: 5 })
      .toBe('refused');
    socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
    await stopped;
  });

  it('ABOUT-5 closes an idle connection, and answers the request that arrives on another', async () => {
    const server = await startTestServer();
    const request = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const [idle, arriving] = await Promise.all(
      [0, 1].map(async () => {
        const socket = connect(server.config.port, server.config.host);
        socket.write(request);
        await once(socket, 'data');
        return socket;
      }),
    );
    if (!idle || !arriving) throw new Error('no connection');
    arriving.write(request.slice(0, 20));
    // The server has read these bytes before it reads a later request.
    await get(`${server.baseUrl}/health/live`);
    const closed = once(idle, 'close');
    const stopped = server.stop();
    await closed;
    const answered = once(arriving, 'data');
    arriving.write(request.slice(20));
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    await stopped;
  });

  it('CST-16 detects a client that disconnects before it is authenticated', async () => {
    const server = await startTestServer({ root: (config) => ProbeModule.with(config) });
    const url = `${server.baseUrl}/api/v1/probe/watched`;
    const leaving = new AbortController();
    const left = new Promise((resolve) => {
      const { server: http } = server.app.getHttpAdapter().getInstance();
      http.once('request', (_request, reply) => reply.once('close', resolve));
    });
    const asked = fetch(url, { signal: leaving.signal });
    await gate.reached;
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    await left;
    gate.open();
    await expect.poll(() => signals, { interval: 5 }).toEqual([true]);
    expect((await get(url)).status).toBe(200);
    expect(signals).toEqual([true, false]);
    await server.stop();
  });

  it('ABOUT-6 compresses large responses for clients that accept it', async () => {
    const server = await startTestServer({ root: (config) => ProbeModule.with(config) });
    const encodingOf = async (route: string, accepted: string): Promise<unknown> => {
      const url = `/api/v1/probe/${route}`;
      const { headers } = await server.app.inject({
        url,
        headers: { 'accept-encoding': accepted },
      });
      return headers['content-encoding'];
    };
    expect(await encodingOf('long', 'gzip, deflate, br')).toBe('br');
    expect(await encodingOf('long', 'gzip')).toBe('gzip');
    expect(await encodingOf('long', 'identity')).toBeUndefined();
    expect(await encodingOf('fast', 'gzip, deflate, br')).toBeUndefined();
    await server.stop();
  });
});
