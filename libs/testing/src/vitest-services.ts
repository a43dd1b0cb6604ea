import { startTestServices } from './services.js';

/**
 * Vitest's global setup: starts services for all spec files and passes them through the
 * environment.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const services = await startTestServices(process.env);
  process.env['PORTAL_TEST_POSTGRES_URL'] = services.postgresUrl;
  if (services.redisUrl !== undefined) process.env['PORTAL_TEST_REDIS_URL'] = services.redisUrl;
  return () => services.stop();
}
