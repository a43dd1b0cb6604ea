import { META_LAST_BACKUP_AT } from '@portal/contracts/constants';
import { Db } from './db.js';
import { sql } from './sql.js';

/** Notes in the database at `url` that there is a backup with every change that was committed before `at`. */
export async function noteBackup(url: string, at: Date): Promise<void> {
  const db = Db.open({ url, applicationName: 'portal backup', poolSize: 1 });
  try {
    await db.query(
      sql`
        INSERT INTO core.meta (key, value, updated_at) VALUES ($1, $2, now())
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
      `,
      [META_LAST_BACKUP_AT, at.toISOString()],
    );
  } finally {
    await db.end();
  }
}
