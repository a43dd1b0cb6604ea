import { readDatabaseUrl } from '../database-url.js';
import { Db } from '../db.js';
import { sql } from '../sql.js';
import { rebuildAggregates } from './rebuild.js';
import { verifyAggregates } from './verify.js';

/** All recounts see the same tasks. */
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ';

const USAGE = `Usage: DATABASE_URL=postgresql://… aggregates verify
       DATABASE_URL=postgresql://… [REPORTING_TIME_ZONE=Area/City] aggregates rebuild

verify   recounts every read model from the tasks and lists what differs
rebuild  replaces every read model by a recount, in days of REPORTING_TIME_ZONE if it is set
`;

/**
 * The command line `verify` and `rebuild`. Reports through `print` and returns the exit code: 0 for
 * success, 1 if read models differ or the work failed, 2 for wrong usage.
 */
export async function runAggregates(
  [command, ...rest]: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (text: string) => void,
): Promise<number> {
  const text = env['DATABASE_URL'];
  const work = command === undefined ? undefined : COMMANDS.get(command);
  if (!text || work === undefined || rest.length > 0) {
    print(USAGE);
    return 2;
  }
  const read = readDatabaseUrl(text);
  if ('problem' in read) {
    print(`${read.problem}\n`);
    return 2;
  }
  const db = Db.open({ url: read.url, applicationName: 'portal aggregates', poolSize: 1 });
  try {
    return await work(db, print, env['REPORTING_TIME_ZONE']?.trim() || undefined);
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await db.end();
  }
}

type Command = (db: Db, print: (text: string) => void, zone?: string) => Promise<number>;

const COMMANDS = new Map<string, Command>([
  ['verify', verify],
  ['rebuild', rebuild],
]);

async function verify(db: Db, print: (text: string) => void): Promise<number> {
  const differences = await db.transaction(verifyAggregates, SNAPSHOT);
  for (const difference of differences) print(`${JSON.stringify(difference)}\n`);
  print(
    differences.length === 0
      ? 'All aggregates equal a recount.\n'
      : 'Rows above differ. Rebuild, and find out who wrote past the triggers.\n',
  );
  return differences.length === 0 ? 0 : 1;
}

/** The zone and the read models change in one transaction. */
async function rebuild(db: Db, print: (text: string) => void, wanted?: string): Promise<number> {
  const before = await zoneOf(db);
  await db.transaction((tx) => rebuildAggregates(tx, wanted));
  const zone = await zoneOf(db);
  print(`Aggregates rebuilt; a day is a day in ${zone}.\n`);
  if (zone !== before) {
    print(`It was a day in ${before}. Restart every server with REPORTING_TIME_ZONE=${zone}.\n`);
  }
  return verify(db, print);
}

async function zoneOf(db: Db): Promise<string> {
  const [row] = await db.query<{ zone: string }>(sql`SELECT core.reporting_zone() AS zone`);
  return row?.zone ?? '';
}
