/** Number of custom queries that can run at the same time, over all servers. */
const SANDBOX_ROLE_COUNT = 8;

/**
 * A cluster can contain the databases of many portals, and PostgreSQL counts a role's limit of one
 * connection over the whole cluster. So each database has its own roles, named by its oid.
 */
export function sandboxRoleName(databaseOid: number, position: number): string {
  return `portal_sandbox_role_${databaseOid}_${position}`;
}

export function sandboxRoleNames(databaseOid: number): string[] {
  return Array.from({ length: SANDBOX_ROLE_COUNT }, (_, index) =>
    sandboxRoleName(databaseOid, index + 1),
  );
}

/** Owns the reporting views and can only read what they show. It cannot log in. */
export function reportingOwner(databaseOid: number): string {
  return `portal_reporting_owner_${databaseOid}`;
}
