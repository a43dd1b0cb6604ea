import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { traceStatements } from '@portal/persistence/statements';
import { startHeartbeat } from '@portal/platform/heartbeat';
import { createLogger, NestLogger } from '@portal/platform/logging';
import { runProcess } from '@portal/platform/run-process';
import { onShutdown } from '@portal/platform/shutdown';
import { isTracing, startTracing, tracedStatement } from '@portal/platform/tracing';
import { WorkerModule } from './worker.module.js';

await runProcess(async (config) => {
  const logger = createLogger('worker', config.logLevel);
  onShutdown(() => logger.info('stopped'));
  onShutdown(await startTracing('worker', config, logger));
  if (isTracing()) traceStatements(tracedStatement);
  onShutdown(startHeartbeat(config.dataDir, 'worker'));
  const app = await NestFactory.createApplicationContext(WorkerModule.for(config, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  onShutdown(() => app.close());
  onShutdown(() => logger.info('stopping'));
  logger.info('worker ready');
});
