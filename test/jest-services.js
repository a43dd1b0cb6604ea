import ownTemporaryFolder from '@portal/testing/run-folder';
import { startTestServices } from '@portal/testing/services';

/** Finds or starts PostgreSQL, and Redis if available, before the first test file. */
export default async function start() {
  ownTemporaryFolder();
  const services = await startTestServices(process.env);
  process.env.PORTAL_TEST_POSTGRES_URL = services.postgresUrl;
  if (services.redisUrl !== undefined) process.env.PORTAL_TEST_REDIS_URL = services.redisUrl;
  globalThis.portalTestServices = services;
}
