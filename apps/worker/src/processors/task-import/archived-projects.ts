import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import { ImportRefused } from './import-attempt.js';

/**
 * Keeps the projects from being archived until the transaction ends.
 * @throws {ImportRefused} `project-archived` if one of them is
 */
export async function refuseArchived(db: Client, projects: readonly number[]): Promise<void> {
  const { rows } = await db.query<{ name: string; is_archived: boolean }>(
    sql`
      SELECT name, archived_at IS NOT NULL AS is_archived FROM core.project
      WHERE id = ANY ($1::integer[]) ORDER BY id FOR SHARE
    `,
    [projects],
  );
  const names = rows.filter(({ is_archived: isArchived }) => isArchived).map(({ name }) => name);
  if (names.length === 0) return;
  const which = names.map((name) => `'${name}'`).join(', ');
  throw new ImportRefused(
    `Archived projects are read-only: ${which}. Bring them back, or leave their rows out`,
    'project-archived',
  );
}
