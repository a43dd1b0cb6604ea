/** Queries of custom statistics that run at once, over all servers. */
const SANDBOX_ROLE_COUNT = 8;

/**
 * Roles belong to a cluster, which may hold many portals, and a sandbox role's limit of one connection is
 * counted over the cluster: so each database has roles of its own, named by its number.
 */
export function sandboxRoleName(databaseOid: number, position: number): string {
  return `portal_sandbox_role_${databaseOid}_${position}`;
}

export function sandboxRoleNames(databaseOid: number): string[] {
  return Array.from({ length: SANDBOX_ROLE_COUNT }, (_, index) =>
    sandboxRoleName(databaseOid, index + 1),
  );
}

/** Owns the reporting views and may read what they show, no more. Nobody can log in as it. */
export function reportingOwner(databaseOid: number): string {
  return `portal_reporting_owner_${databaseOid}`;
}

/** Matches every role of one database, whatever number of sandbox roles it once had; for LIKE … ESCAPE '!'. */
export const ROLES_OF_DATABASE = [
  'portal!_sandbox!_role!_{oid}!_%',
  'portal!_reporting!_owner!_{oid}',
] as const;
