import { installReporting, type ReportingReport } from '@portal/persistence/reporting/install';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { sandboxRoleVerifier } from './sandbox-role-credentials.js';

export interface SandboxReport extends Omit<ReportingReport, 'databaseOid'> {}

interface Preparation {
  readonly dataSource: DataSource;
  readonly jwtSecret: string;
  readonly logger: Logger;
  /** Whether the database requests a sandbox role's password; called after the roles exist. */
  requestsPassword(): Promise<boolean>;
}

/** Creates the sandbox roles and logs which protections are missing. A failure is also logged. */
export async function prepareRoles(preparation: Preparation): Promise<SandboxReport> {
  const { logger } = preparation;
  const report = await install(preparation).catch((error: unknown) => {
    logger.error({ err: error }, 'custom SQL could not be prepared');
    return { unavailable: 'its preparation failed; see the log', open: [] };
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
  const passwordRequested = await preparation.requestsPassword();
  const noPassword = 'the database does not ask sandbox roles for a password';
  return { open: passwordRequested ? open : [...open, noPassword] };
}
