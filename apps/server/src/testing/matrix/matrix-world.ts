import { sql } from '@portal/persistence/sql';
import type { DataSource } from 'typeorm';
import { createUser, createProject, type TestUser } from '../user.js';
import type { TestServer } from '../test-server.js';
import { createCallers, type MatrixCallers } from './callers.js';

/** Two projects, and the data of the first one that the calls use. */
export interface MatrixWorld {
  readonly db: DataSource;
  readonly alpha: number;
  readonly beta: number;
  readonly callers: MatrixCallers;
  /** The user of Alpha that the calls are about. */
  readonly subject: TestUser;
  /** A unique number. */
  readonly next: () => number;
  /** The first column of the first row. */
  readonly value: <T>(statement: string, parameters?: readonly unknown[]) => Promise<T>;
}

export const POD = 'Orion';
export const TASK = 100;

export async function createMatrixWorld(server: TestServer): Promise<MatrixWorld> {
  const { dataSource: db } = server;
  const alpha = await createProject(db, 'Alpha');
  const beta = await createProject(db, 'Beta');
  const callers = await createCallers(server, { alpha, beta });
  const subject = await createUser(db, 'subject@example.com');
  await db.query(
    sql`INSERT INTO core.user_role (user_id, project_id, role_id)
        SELECT $1, $2, id FROM core.role WHERE name = 'trainer'`,
    [subject.id, alpha],
  );
  await db.query(sql`INSERT INTO core.pod (name, project_id) VALUES ($1, $2)`, [POD, alpha]);
  for (const role of ['trainer', 'reviewer', 'lead'] as const) {
    await db.query(
      sql`INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ($1, $2, $3)`,
      [POD, callers[role].email, role],
    );
  }
  await db.query(
    sql`INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One')`,
    [alpha],
  );
  await db.query(
    sql`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, user_email)
        VALUES ($1, $2, 1, 'pending', $3)`,
    [TASK, alpha, subject.email],
  );
  let last = 1_000;
  return {
    db,
    alpha,
    beta,
    callers,
    subject,
    next: () => ++last,
    async value<T>(statement: string, parameters: readonly unknown[] = []): Promise<T> {
      const [row] = await db.query<Record<string, T>[]>(statement, [...parameters]);
      const [value] = Object.values(row ?? {});
      if (value === undefined) throw new Error(`no row: ${statement}`);
      return value;
    },
  };
}
