import { projectAuthSchema } from '@portal/contracts/auth';
import type { Caller } from '@portal/domain/caller';
import { permissionsBeyond } from '@portal/domain/users';
import { sql } from '@portal/persistence/sql';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Row } from '../crud/row.js';
import { ProblemException } from '../problems/problem.js';

const grantsSchema = z.array(projectAuthSchema.pick({ project_id: true, permissions: true }));

/**
 * No caller can lock out themselves, or a user with more permissions.
 * @param change the new values; null for a deletion
 * @throws {ProblemException} `conflict`, `forbidden`
 */
export async function protectUser(
  tx: EntityManager,
  caller: Caller,
  user: Row,
  change: Row | null,
): Promise<void> {
  if (change !== null && change['is_active'] !== false) return;
  const action = change === null ? 'delete' : 'deactivate';
  if (user['id'] === caller.userId) {
    throw new ProblemException('conflict', `You cannot ${action} yourself`);
  }
  const rows: unknown = await tx.query(
    sql`SELECT project_id, permissions FROM core.user_grant WHERE user_id = $1`,
    [user['id']],
  );
  const beyond = grantsSchema
    .parse(rows)
    .flatMap(({ project_id, permissions }) => permissionsBeyond(caller, permissions, project_id));
  if (beyond.length === 0) return;
  throw new ProblemException(
    'forbidden',
    `You cannot ${action} a user with permissions that you do not have: ${[...new Set(beyond)].join(', ')}`,
  );
}
