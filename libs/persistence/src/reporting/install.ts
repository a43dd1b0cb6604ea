import { REPORTING_LOCK } from '../locks.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { harden, leftOpen } from './hardening.js';
import { reportingOwner, sandboxRoleNames } from './role-names.js';
import { roleSettings, SUPERUSER_SETTINGS } from './role-settings.js';
import { letOwnersRead } from './view-owner.js';
import { REPORTING_VIEWS } from './views.js';

/** Whether and how custom SQL can run in this database, for the log and the API. */
export interface ReportingReport {
  readonly databaseOid: number;
  /** The reason why custom SQL cannot run; undefined if it can. */
  readonly unavailable?: string;
  /** Restrictions that are missing, each as a phrase. */
  readonly open: readonly string[];
}

/**
 * Creates or updates the roles that run custom SQL: idempotent, and safe if several servers do it
 * at the same time. Call it in a transaction of the owner connection. If the owner cannot create
 * roles, it changes nothing and says so in the report.
 * @param verifierOf SCRAM verifier of a sandbox role's password, so that the password itself is not
 * sent
 */
export async function installReporting(
  tx: Queryable,
  verifierOf: (role: string) => string,
): Promise<ReportingReport> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${REPORTING_LOCK})`);
  const here = await installation(tx);
  const sandboxRoles = sandboxRoleNames(here.oid);
  const owner = reportingOwner(here.oid);

  const failure = await attempt(tx, async () => {
    await createRoles(tx, here, owner, sandboxRoles);
    await giveViews(tx, here, owner, sandboxRoles);
    await tx.query(sandboxRoles.map((role) => passwordOf(role, verifierOf(role))).join(';\n'));
    await keepSandboxRoles(tx, sandboxRoles);
  });
  if (failure !== undefined) return { databaseOid: here.oid, unavailable: failure, open: [] };

  const open: string[] = [];
  const hardening = await attempt(tx, () => harden(tx));
  if (hardening !== undefined) open.push(`hardening failed: ${hardening}`);
  for (const { name, value, without } of SUPERUSER_SETTINGS) {
    const statements = sandboxRoles.map((role) => `ALTER ROLE ${role} SET ${name} = '${value}'`);
    const refusal = await attempt(tx, async () => void (await tx.query(statements.join(';\n'))));
    if (refusal !== undefined) open.push(without);
  }
  return { databaseOid: here.oid, open: [...open, ...(await leftOpen(tx, sandboxRoles[0] ?? ''))] };
}

interface Installation {
  readonly oid: number;
  readonly database: string;
  readonly me: string;
  readonly isSuperuser: boolean;
  readonly version: number;
  readonly zone: string;
}

async function installation(tx: Queryable): Promise<Installation> {
  const [row] = await tx.query<Installation>(sql`
    SELECT database.oid::integer AS oid, quote_ident(database.datname) AS database,
      quote_ident(current_user) AS me, role.rolsuper AS "isSuperuser",
      current_setting('server_version_num')::integer AS version, core.reporting_zone() AS zone
    FROM pg_database AS database
    JOIN pg_roles AS role ON role.rolname = current_user
    WHERE database.datname = current_database()`);
  if (!row) throw new Error('the database does not know itself');
  return row;
}

async function createRoles(
  tx: Queryable,
  { me, isSuperuser, version, database, zone }: Installation,
  owner: string,
  sandboxRoles: readonly string[],
): Promise<void> {
  const wanted = [owner, ...sandboxRoles];
  const found = await tx.query<{ name: string; settings: string[] | null }>(
    sql`SELECT rolname::text AS name, rolconfig AS settings FROM pg_roles WHERE rolname = ANY ($1)`,
    [wanted],
  );
  const known = new Map(found.map(({ name, settings }) => [name, settings ?? []]));
  const statements: string[] = [];
  for (const role of wanted) {
    if (known.has(role)) continue;
    statements.push(`CREATE ROLE ${role} NOINHERIT`);
    // An ordinary owner needs this to end sessions of a sandbox role and to transfer the views.
    if (!isSuperuser) {
      statements.push(`GRANT ${role} TO ${me}${version >= 160_000 ? ' WITH INHERIT TRUE' : ''}`);
    }
  }
  for (const role of sandboxRoles) {
    const missing = Object.entries(roleSettings(version, zone)).filter(
      ([name, value]) => !(known.get(role) ?? []).includes(`${name}=${value}`),
    );
    statements.push(
      ...missing.map(([name, value]) => `ALTER ROLE ${role} SET ${name} = '${value}'`),
      `ALTER ROLE ${role} LOGIN NOINHERIT CONNECTION LIMIT 1`,
    );
  }
  statements.push(`GRANT CONNECT ON DATABASE ${database} TO ${sandboxRoles.join(', ')}`);
  await tx.query(statements.join(';\n'));
}

/** The views belong to a role that can read their columns; the sandbox roles can read the views. */
async function giveViews(
  tx: Queryable,
  { isSuperuser }: Installation,
  owner: string,
  sandboxRoles: readonly string[],
): Promise<void> {
  const views = [...REPORTING_VIEWS.map(({ name }) => name), 'binding'];
  const foreign = await tx.query<{ view: string }>(
    sql`
      SELECT relation.relname::text AS view
      FROM pg_class AS relation
      JOIN pg_roles AS owner ON owner.oid = relation.relowner
      WHERE relation.relnamespace = 'reporting'::regnamespace AND relation.relkind = 'v'
        AND owner.rolname <> $1`,
    [owner],
  );
  const readers = sandboxRoles.join(', ');
  await tx.query(
    [
      `GRANT USAGE ON SCHEMA core, reporting TO ${owner}`,
      `GRANT SELECT ON reporting.sandbox_role TO ${owner}`,
      // A role needs CREATE on the schema to become the owner of a view; revoked below.
      ...(isSuperuser ? [] : [`GRANT CREATE ON SCHEMA reporting TO ${owner}`]),
      ...foreign.map(({ view }) => `ALTER VIEW reporting.${view} OWNER TO ${owner}`),
      ...PLANNED.map((name) => `ALTER FUNCTION ${name} OWNER TO ${owner}`),
      ...(isSuperuser ? [] : [`REVOKE CREATE ON SCHEMA reporting FROM ${owner}`]),
      `GRANT USAGE ON SCHEMA reporting TO ${readers}`,
      `REVOKE EXECUTE ON FUNCTION ${PLANNED.join(', ')} FROM PUBLIC`,
      `GRANT EXECUTE ON FUNCTION ${PLANNED.join(', ')} TO ${readers}`,
      `GRANT SELECT ON ${views.map((view) => `reporting.${view}`).join(', ')} TO ${readers}`,
    ].join(';\n'),
  );
  await letOwnersRead(tx);
}

/** The views call these functions with the privileges of the role that reads them. */
const PLANNED = ['reporting.planned_projects()', 'reporting.planned_project()'];

function passwordOf(role: string, verifier: string): string {
  if (!/^SCRAM-SHA-256\$\d+:[\w+/=]+\$[\w+/=]+:[\w+/=]+$/.test(verifier)) {
    throw new Error('not a SCRAM verifier');
  }
  return `ALTER ROLE ${role} PASSWORD '${verifier}'`;
}

/** One row per sandbox role of this database; a restored dump can contain those of another one. */
async function keepSandboxRoles(tx: Queryable, sandboxRoles: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM reporting.sandbox_role WHERE role <> ALL ($1::name[])`, [
    sandboxRoles,
  ]);
  await tx.query(
    sql`
      INSERT INTO reporting.sandbox_role (role) SELECT role FROM unnest($1::name[]) AS role
      ON CONFLICT DO NOTHING`,
    [sandboxRoles],
  );
}

/**
 * Runs a step; a step that fails is rolled back and its error returned, and the transaction
 * continues.
 */
async function attempt(tx: Queryable, step: () => Promise<void>): Promise<string | undefined> {
  await tx.query('SAVEPOINT step');
  try {
    await step();
    await tx.query('RELEASE SAVEPOINT step');
    return undefined;
  } catch (error) {
    await tx.query('ROLLBACK TO SAVEPOINT step');
    return error instanceof Error ? error.message : String(error);
  }
}
