import { type Person, replacePerson } from './anonymisation.js';
import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface StoredPerson extends Person {
  readonly isAnonymised: boolean;
}

export async function readPerson(db: Queryable, userId: number): Promise<StoredPerson | undefined> {
  const [person] = await db.query<StoredPerson>(selectPerson, [userId]);
  return person;
}

export async function lockPerson(
  tx: Transaction,
  userId: number,
): Promise<StoredPerson | undefined> {
  const [person] = await tx.query<StoredPerson>(sql`${selectPerson} FOR UPDATE`, [userId]);
  return person;
}

const selectPerson = sql`
SELECT id AS "userId", email, anonymised_at IS NOT NULL AS "isAnonymised"
FROM core.app_user WHERE id = $1`;

/** Only that it happens is recorded, as a change of the actor. */
export async function anonymiseUser(
  tx: Transaction,
  person: Person,
  actorId: number,
): Promise<void> {
  // Also checks that an admin remains.
  await tx.query(
    sql`UPDATE core.app_user SET is_active = false, anonymised_at = now() WHERE id = $1`,
    [person.userId],
  );
  await tx.query(nameActor, ['']);
  await replacePerson(tx, person);
  await tx.query(nameActor, [String(actorId)]);
  await tx.query(
    sql`
      UPDATE core.task_transaction
      SET actor_id = app_user.id, actor_email = app_user.email
      FROM core.app_user WHERE xid = pg_current_xact_id() AND app_user.id = $1
    `,
    [actorId],
  );
}

const nameActor = sql`SELECT set_config('portal.actor', $1, true)`;
