import { emailSchema } from '@portal/contracts/scalars';
import { meaningOf } from '../database-errors.js';
import { readDatabaseUrl } from '../database-url.js';
import { Db, type Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { grant, list, Refusal, release, revoke } from './operator.js';

const USAGE = `Usage: DATABASE_URL=postgresql://… admin grant EMAIL [ROLE] [PROJECT]
       DATABASE_URL=postgresql://… admin revoke EMAIL [PROJECT]
       DATABASE_URL=postgresql://… admin release EMAIL
       DATABASE_URL=postgresql://… admin list

grant   gives the user a role, by default admin in all projects. A user who never signed in is
        created, and a deactivated one is activated
revoke  takes the role of the user, by default the one in all projects
release forgets the Google account of the user and ends the sessions: the next account that signs in
        with the address is linked. For a Google account that was made anew
list    lists the users with a role in all projects, and those with full access to a project

PROJECT is a name or an id. The audit records each change.
`;

type Work = (tx: Transaction, email: string, ...more: (string | undefined)[]) => Promise<string>;

/** The commands about one user, with the highest number of their words. */
const COMMANDS: ReadonlyMap<string, readonly [words: number, work: Work]> = new Map([
  ['grant', [3, grant]],
  ['revoke', [2, revoke]],
  ['release', [1, release]],
]);

/**
 * The command line `grant`, `revoke`, `release` and `list`. Reports through `print` and returns the exit code:
 * 0 for success, 1 if the change was refused or failed, 2 for wrong usage.
 */
export async function runAdmin(
  [command = '', ...words]: readonly string[],
  url: string | undefined,
  print: (text: string) => void,
): Promise<number> {
  const [most, work] = COMMANDS.get(command) ?? [];
  const isList = command === 'list' && words.length === 0;
  const isAboutUser = most !== undefined && words.length > 0 && words.length <= most;
  if (url === undefined || (!isList && !isAboutUser)) {
    print(USAGE);
    return 2;
  }
  const [address = '', ...more] = words;
  const email = emailSchema.safeParse(address);
  if (work && !email.success) {
    print(`'${address}' is not an email address, such as ada@example.com.\n`);
    return 2;
  }
  const read = readDatabaseUrl(url);
  if ('problem' in read) {
    print(`${read.problem}\n`);
    return 2;
  }
  const db = Db.open({ url: read.url, applicationName: 'portal admin', poolSize: 1 });
  try {
    await refuseEmptyDatabase(db);
    const said = await db.transaction((tx) =>
      work && email.success ? work(tx, email.data, ...more) : list(tx),
    );
    print(`${said}\n`);
    return 0;
  } catch (error) {
    print(`${wordsOf(error)}\n`);
    return 1;
  } finally {
    await db.end();
  }
}

async function refuseEmptyDatabase(db: Queryable): Promise<void> {
  const [found] = await db.query<{ present: boolean }>(
    sql`SELECT to_regclass('core.user_role') IS NOT NULL AS present`,
  );
  if (found?.present) return;
  throw new Refusal('This database is empty: start the portal once, or run the migration.');
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (meaningOf(error) === 'no admin left') {
    return 'This is the last active user with full access to all projects. Give somebody else the role admin first.';
  }
  return error.message;
}
