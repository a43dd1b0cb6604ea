import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { migrate } from '@portal/persistence/migrate';
import { traceStatements } from '@portal/persistence/statements';
import { createLogger } from '@portal/platform/logging';
import { runProcess } from '@portal/platform/run-process';
import { onShutdown } from '@portal/platform/shutdown';
import { isTracing, startTracing, tracedStatement } from '@portal/platform/tracing';
import { AppModule } from './app.module.js';
import { createApplication } from './application.js';
import { Drain } from './http/drain.js';

/** Time for running requests to finish before their connections are closed. */
const DRAIN_MS = 10_000;

await runProcess(async (config) => {
  const logger = createLogger('server', config.logLevel);
  onShutdown(() => logger.info('stopped'));
  onShutdown(await startTracing('server', config, logger));
  if (isTracing()) traceStatements(tracedStatement);
  await migrate(config.databaseUrl, {
    reportingTimeZone: config.reportingTimeZone,
    say: (line) => logger.info(`migration ${line}`),
  });
  const app = await createApplication(AppModule.for(config, logger), config, logger);
  onShutdown(() => closeInTime(app));
  onShutdown(() => app.get(Drain).announce(config.drainSeconds), config.drainSeconds);
  onShutdown(() => logger.info('stopping'));
  await app.listen(config.port, config.host);
  logger.info({ url: config.publicUrl }, 'listening');
});

async function closeInTime(app: NestFastifyApplication): Promise<void> {
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(cut);
}
