import type { Db } from '@portal/persistence/db';
import { buildWorld, type TestUser } from '@portal/testing/world';
import type { TestServer } from '../test-server.js';
import { CALLERS, type MatrixCallers, signInCallers } from './callers.js';

/** Two projects, and the data of the first one that the calls use. */
export interface MatrixWorld {
  readonly db: Db;
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
  const { db } = server;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: {} },
    users: {
      ...CALLERS,
      subject: { roles: { Alpha: 'trainer' } },
    },
    pods: {
      [POD]: {
        project: 'Alpha',
        members: { trainer: 'trainer', reviewer: 'reviewer', lead: 'lead' },
      },
    },
    tasks: [
      {
        ...({
          turing_task_id: TASK,
          project: 'Alpha',
          status: 'pending',
          user: 'subject',
        } as const),
        reviews: [{ turing_review_id: 1, status: 'accepted' }],
      },
    ],
  });
  const { subject, ...callers } = users;
  let last = 1_000;
  return {
    db,
    alpha: projects.Alpha,
    beta: projects.Beta,
    callers: await signInCallers(server, callers),
    subject,
    next: () => ++last,
    async value<T>(statement: string, parameters: readonly unknown[] = []): Promise<T> {
      const [row] = await db.query<Record<string, T>>(statement, [...parameters]);
      const [value] = Object.values(row ?? {});
      if (value === undefined) throw new Error(`no row: ${statement}`);
      return value;
    },
  };
}
