import type { Queryable } from '@portal/persistence/queryable';
import { insertDemoAccounts } from '@portal/persistence/sign-in/demo';

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
export function ensureDemoAccounts(db: Queryable): Promise<void> {
  return insertDemoAccounts(db, DEMO_ACCOUNTS, ADMIN_EMAIL);
}
