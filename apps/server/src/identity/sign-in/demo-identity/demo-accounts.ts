import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';

export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

/** The accounts on the page. Any other email at example.com works as a `login_hint`. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: 'admin@example.com', name: 'Ada Marsh', role: 'Full access to all projects' },
  {
    email: 'project-admin@example.com',
    name: 'Priya Nair',
    role: 'Runs a project and writes its statistics',
  },
  { email: 'lead@example.com', name: 'Leo Fontaine', role: 'Leads a pod' },
  { email: 'reviewer@example.com', name: 'Rae Kimura', role: 'Reviews tasks' },
  { email: 'trainer@example.com', name: 'Tess Oyelaran', role: 'Finishes tasks' },
];

const ADMIN_EMAIL = 'admin@example.com';

/** The name of the account, else one from the email: `ada.marsh@` is Ada Marsh. */
export function nameOfDemoUser(email: string): string {
  const account = DEMO_ACCOUNTS.find((known) => known.email === email);
  if (account) return account.name;
  const words = email.slice(0, email.indexOf('@')).split(/[._-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/**
 * Creates the demo accounts and gives the admin full access, so that the demo data can be loaded
 * through the API. Existing data stays unchanged.
 */
export async function ensureDemoAccounts(db: Queryable): Promise<void> {
  await db.query(
    sql`
      INSERT INTO core.app_user (email, name) SELECT * FROM unnest($1::text[], $2::text[])
      ON CONFLICT DO NOTHING`,
    [DEMO_ACCOUNTS.map(({ email }) => email), DEMO_ACCOUNTS.map(({ name }) => name)],
  );
  await db.query(
    sql`
      INSERT INTO core.user_role (user_id, project_id, role_id)
      SELECT app_user.id, ${ALL_PROJECTS_ID}, role.id
      FROM core.app_user, core.role
      WHERE app_user.email = $1 AND role.name = 'admin'
      ON CONFLICT DO NOTHING`,
    [ADMIN_EMAIL],
  );
}
