import { installReporting, type ReportingReport } from '@portal/persistence/reporting/install';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { sandboxRoleVerifier } from './sandbox-role-credentials.js';

export interface SandboxReport extends Omit<ReportingReport, 'databaseOid'> {}

interface Preparation {
  readonly dataSource: DataSource;
  readonly jwtSecret: string;
  readonly logger: Logger;
  /** Whether a sandbox role's login is asked for its password; called once the roles are there. */
  asksForPassword(): Promise<boolean>;
}

/** Makes the roles of custom SQL, and tells what protects them; what fails is told as well. */
export async function prepareRoles(preparation: Preparation): Promise<SandboxReport> {
  const { logger } = preparation;
  const report = await install(preparation).catch((error: unknown) => {
    logger.error({ err: error }, 'custom SQL could not be prepared');
    return { unavailable: 'it could not be prepared', open: [] };
  });
  if (report.unavailable === undefined) {
    logger.info({ open: report.open }, 'custom SQL is available');
  } else {
    logger.warn({ reason: report.unavailable }, 'custom SQL is not available');
  }
  return report;
}

async function install(preparation: Preparation): Promise<SandboxReport> {
  const { dataSource, jwtSecret } = preparation;
  const { unavailable, open } = await dataSource.transaction((tx) =>
    installReporting(tx, (role) => sandboxRoleVerifier(jwtSecret, role)),
  );
  if (unavailable !== undefined) return { unavailable, open };
  const asked = await preparation.asksForPassword();
  const trusting = 'the database does not ask the roles of custom SQL for a password';
  return { open: asked ? open : [...open, trusting] };
}
