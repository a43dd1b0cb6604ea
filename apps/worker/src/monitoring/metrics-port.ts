import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { mayReadMetrics, METRICS_TYPE, openRegistry } from '@portal/platform/metrics';
import { CONFIG, LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';

/** Serves `/metrics` of the process of the worker, if a port is configured; everything else is 404. */
@Injectable()
export class MetricsPort implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #registry: ReturnType<typeof openRegistry> | undefined;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {Error} if the port is taken */
  async onApplicationBootstrap(): Promise<void> {
    const { workerMetricsPort: port, host } = this.config;
    if (port === undefined) return;
    this.#registry = openRegistry('worker');
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    this.logger.info({ host, port }, 'serving metrics');
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = this.#statusOf(request);
    if (status !== 200) response.writeHead(status).end();
    else {
      const text = await this.#registry?.metrics();
      response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text);
    }
  }

  #statusOf(request: IncomingMessage): number {
    if (request.method !== 'GET' || request.url !== '/metrics') return 404;
    switch (mayReadMetrics(request, this.config.metricsToken)) {
      case 'yes':
        return 200;
      case 'token is missing':
        return 401;
      case 'no':
        return 404;
    }
  }
}
