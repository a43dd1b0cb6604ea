import type { Db } from '@portal/persistence/db';
import { installReporting } from '@portal/persistence/reporting/install';
import { ProblemException } from '../problems/problem.js';
import type { SandboxReport } from './availability.js';
import { sandboxRoleVerifier } from './sandbox-role-credentials.js';

interface Preparation {
  readonly changes: Db;
  readonly jwtSecret: string;
  /** Whether the database requests a sandbox role's password; called after the roles exist. */
  requestsPassword(): Promise<boolean>;
}

/**
 * Creates the sandbox roles and logs in as one of them.
 * @returns a function to call again until the report has no `unavailable`; it never throws
 */
export function rolePreparation(preparation: Preparation): () => Promise<SandboxReport> {
  let installed: SandboxReport | undefined;
  return async () => {
    try {
      installed ??= await install(preparation);
      if (installed.unavailable !== undefined) {
        const failed = installed;
        installed = undefined;
        return failed;
      }
      const { open } = installed;
      return { open: (await preparation.requestsPassword()) ? open : [...open, NO_PASSWORD] };
    } catch (error) {
      const detail = error instanceof ProblemException ? error.detail : NOT_AVAILABLE;
      return { unavailable: { detail, reason: error }, open: [] };
    }
  };
}

const NOT_AVAILABLE = 'Custom SQL is not available on this server';
const NO_PASSWORD = 'the database does not ask sandbox roles for a password';

async function install({ changes, jwtSecret }: Preparation): Promise<SandboxReport> {
  const { unavailable, open } = await changes.transaction((tx) =>
    installReporting(tx, (role) => sandboxRoleVerifier(jwtSecret, role)),
  );
  return {
    ...(unavailable !== undefined && {
      unavailable: { detail: NOT_AVAILABLE, reason: unavailable },
    }),
    open,
  };
}
