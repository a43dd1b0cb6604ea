import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ConfigError, readConfig } from '@portal/platform/config';
import { startHeartbeat } from '@portal/platform/heartbeat';
import { createLogger, NestLogger } from '@portal/platform/logging';
import { onShutdown } from '@portal/platform/shutdown';
import { WorkerModule } from './worker.module.js';

try {
  await boot();
} catch (error) {
  const isPlain = error instanceof ConfigError;
  process.stderr.write(
    `${isPlain ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
}

async function boot(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger('worker', config.logLevel);
  const app = await NestFactory.createApplicationContext(WorkerModule.for(config, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  onShutdown(startHeartbeat(config.dataDir, 'worker'));
  onShutdown(() => app.close());
  // The launcher waits for this line.
  logger.info('worker ready');
}
