import { randomBytes } from 'node:crypto';
import { dropLeftDatabases } from './postgres.js';
import { startTestServices } from './services.js';

/**
 * Vitest's global setup: starts services for all spec files and passes them through the
 * environment.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const services = await startTestServices(process.env);
  process.env['PORTAL_TEST_POSTGRES_URL'] = services.postgresUrl;
  if (services.redisUrl !== undefined) process.env['PORTAL_TEST_REDIS_URL'] = services.redisUrl;
  process.env['PORTAL_TEST_RUN'] ??= randomBytes(4).toString('hex');
  return async () => {
    await dropLeftDatabases();
    await services.stop();
  };
}
