import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Db } from '@portal/persistence/db';
import type { Config } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import { freePort } from '@portal/testing/free-port';
import { testDatabase } from '@portal/testing/postgres';
import type { Logger } from 'pino';
import { AppModule } from '../app.module.js';
import { Changes } from '../db/pools.js';
import { createApplication } from '../application.js';
import type { RequestTimeouts } from '../http/input/slow-requests.js';

/** The server in this process, listening, with its own database. */
export interface TestServer {
  readonly app: NestFastifyApplication;
  readonly baseUrl: string;
  readonly config: Config;
  readonly db: Db;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  readonly config?: Partial<Config>;
  /** The root module; default: the whole application. */
  readonly root?: (config: Config) => DynamicModule;
  /** Uses the database of another server, which must then be stopped last. Custom SQL runs on both with the same `jwtSecret`. */
  readonly databaseUrl?: string;
  readonly logger?: Logger;
  readonly timeouts?: RequestTimeouts;
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.databaseUrl === undefined ? await testDatabase() : null;
  const logger = options.logger ?? createLogger('test', 'silent');
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-server-'));
  const config: Config = {
    ...defaults(await freePort(), dataDir, database?.url ?? options.databaseUrl ?? ''),
    ...options.config,
  };
  const app = await createApplication(
    options.root?.(config) ?? AppModule.for(config, logger),
    config,
    logger,
    options.timeouts,
  );
  try {
    await app.listen(config.port, config.host);
  } catch (error) {
    await app.close();
    throw error;
  }
  return {
    app,
    baseUrl: config.publicUrl,
    config,
    db: app.get(Changes),
    async stop() {
      await app.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function defaults(port: number, dataDir: string, databaseUrl: string): Config {
  return {
    production: false,
    host: '127.0.0.1',
    port,
    dataDir,
    databaseUrl,
    statsDatabaseUrl: databaseUrl,
    redisUrl: undefined,
    publicUrl: `http://127.0.0.1:${port}`,
    identity: { kind: 'demo' },
    jwtSecret: randomBytes(32).toString('hex'),
    authRateLimit: 10_000,
    sessionDays: 90,
    adminEmails: [],
    socketLimit: 10_000,
    failedHandshakeLimit: 10_000,
    queuedImportLimit: 10_000,
    auditDays: 400,
    importHistoryDays: 30,
    importIssueDays: 90,
    uploadDays: 1,
    logDays: 30,
    drainSeconds: 0,
    trustedProxies: undefined,
    metricsToken: undefined,
    workerMetricsPort: undefined,
    traces: undefined,
    slack: undefined,
    mail: undefined,
    uploadStore: { kind: 'file', dir: join(dataDir, 'uploads') },
    reportingTimeZone: 'America/Los_Angeles',
    demo: true,
    logLevel: 'silent',
  };
}
