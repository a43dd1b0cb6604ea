import { belongsTo, type Caller } from '@portal/domain/caller';
import { maySeeRecord, RECORD_RULES } from '@portal/domain/records';
import type { Transaction } from '@portal/persistence/db';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { ProblemException } from '../../problems/problem.js';

const recordSchema = z.object({
  id: z.number(),
  actor_id: z.number().nullable(),
  action: z.enum(['create', 'update', 'delete']),
  entity: z.string(),
  entity_id: z.string(),
  project_id: z.number().nullable(),
  fields: z.array(z.string()),
});

/** An audit record without its values; `fields` are the columns that an update has changed. */
export type GroupRecord = z.output<typeof recordSchema>;

/**
 * The records of a group, oldest first. The first is locked, so that undos of a group run one after
 * the other.
 * @param keptDays for how long the audit keeps changes; 0: for ever
 * @throws {ProblemException} `not-found` if the caller sees none of the records, `forbidden` if only
 *   some; the user who made the changes sees those in projects to which the user still belongs
 */
export async function recordsOf(
  tx: Transaction,
  group: number,
  caller: Caller,
  keptDays: number,
): Promise<GroupRecord[]> {
  await tx.query(sql`SELECT FROM core.audit WHERE id = $1 FOR UPDATE`, [group]);
  const records = z.array(recordSchema).parse(await tx.query(selectRecords, [group]));
  const hidden = records.filter((record) => !maySee(caller, record)).length;
  if (hidden === records.length) {
    const kept = keptDays === 0 ? '' : `; changes are kept for ${keptDays} days`;
    throw new ProblemException('not-found', `There is no such group of changes${kept}`);
  }
  if (hidden > 0) {
    throw new ProblemException(
      'forbidden',
      'The group also has changes of projects where you cannot read the audit',
    );
  }
  return records;
}

/** By group: the group that undid it and was not undone itself. */
export async function undosOf(
  db: Queryable,
  groups: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (groups.length === 0) return new Map();
  const undos = undosSchema.parse(await db.query(selectUndos, [groups]));
  const undone = await undosOf(
    db,
    undos.map(({ group_id: undo }) => undo),
  );
  return new Map(
    undos
      .filter(({ group_id: undo }) => !undone.has(undo))
      .map(({ undoes, group_id: undo }) => [undoes, undo]),
  );
}

function maySee(
  caller: Caller,
  { actor_id: actorId, project_id: projectId, entity }: GroupRecord,
): boolean {
  // A refusal says which rows have changed since, so it is not for users who left the project.
  const isMember = projectId === null || belongsTo(caller, projectId);
  const isByCaller = actorId === caller.userId;
  const facts = { projectId, entity, isByCaller, isOwn: isByCaller && isMember };
  return maySeeRecord(caller, RECORD_RULES.audit, facts);
}

const selectRecords = sql`
SELECT id, actor_id, action, entity, entity_id, project_id,
  CASE action WHEN 'update'
    THEN ARRAY(SELECT jsonb_object_keys(before) ORDER BY 1) ELSE '{}' END AS fields
FROM core.audit
WHERE group_id = $1
ORDER BY id`;

const undosSchema = z.array(z.object({ group_id: z.number(), undoes: z.number() }));

const selectUndos = sql`
SELECT DISTINCT group_id, undoes FROM core.audit WHERE undoes = ANY ($1::bigint[])`;
