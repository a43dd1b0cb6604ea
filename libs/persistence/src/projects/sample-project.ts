import type { Transaction } from '../db.js';
import { sql } from '../sql.js';

export interface NewSample {
  readonly name: string;
  readonly description: string;
  readonly turingProjectId: number;
  readonly pod: string;
  readonly people: readonly {
    readonly email: string;
    readonly name: string;
    readonly role: 'lead' | 'reviewer' | 'trainer';
  }[];
  /** For each trainer and weekday of the week. */
  readonly target: {
    readonly start: string;
    readonly end: string;
    readonly tasks: number;
    readonly turns: number;
  };
}

/** What keeps a sample project away; undefined if nothing does. */
export async function inWayOfSample(
  tx: Transaction,
  { name, turingProjectId, pod }: NewSample,
): Promise<string | undefined> {
  const [found] = await tx.query<{ what: string }>(
    sql`
      SELECT CASE WHEN is_sample THEN 'the sample project ' ELSE 'a project ' END
        || quote_literal(name) AS what
      FROM core.project WHERE is_sample OR name = $1 OR turing_project_id = $2
      UNION ALL SELECT 'a pod ' || quote_literal(name) FROM core.pod WHERE name = $3
      LIMIT 1`,
    [name, turingProjectId, pod],
  );
  return found?.what;
}

/**
 * Stores the project with its pod, people and weekly target. People of an earlier sample project stay
 * as they are; new ones cannot sign in.
 * @returns the id of the project
 */
export async function insertSample(tx: Transaction, sample: NewSample): Promise<number> {
  const { name, description, turingProjectId, pod, people, target } = sample;
  const [project] = await tx.query<{ id: number }>(
    sql`
      INSERT INTO core.project
        (name, description, turing_project_id, status, project_type, is_sample)
      VALUES ($1, $2, $3, 'ongoing', 'sft', true)
      RETURNING id`,
    [name, description, turingProjectId],
  );
  if (!project) throw new Error('an INSERT without a row');
  const emails = people.map(({ email }) => email);
  await tx.query(
    sql`
      INSERT INTO core.app_user (email, name, is_active)
      SELECT email, name, false
      FROM unnest($1::text[], $2::text[]) AS given (email, name) ORDER BY email
      ON CONFLICT (email) DO NOTHING`,
    [emails, people.map((person) => person.name)],
  );
  await tx.query(sql`INSERT INTO core.pod (name, description, project_id) VALUES ($1, $2, $3)`, [
    ...[pod, description, project.id],
  ]);
  await tx.query(
    sql`
      INSERT INTO core.pod_member (pod_name, user_email, role)
      SELECT $1, email, role FROM unnest($2::text[], $3::text[]) AS given (email, role)`,
    [pod, emails, people.map(({ role }) => role)],
  );
  await tx.query(
    sql`
      INSERT INTO core.pod_weekly_target
        (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
      VALUES ($1, $2, $3, $4, $5)`,
    [pod, target.start, target.end, target.tasks, target.turns],
  );
  return project.id;
}
