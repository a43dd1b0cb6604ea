import type { Queryable } from '@portal/persistence/queryable';
import { buildWorld } from '@portal/testing/world';

export const ALPHA = 1;
export const BETA = 2;
export const POD = 'Northern Lights';
export const OTHER_POD = 'Southern Cross';

/** Ids of the users, whose permissions follow from `roles` and `members` below. */
export const USERS = {
  admin: 1,
  lead: 2,
  trainer: 3,
  stranger: 4,
  uploader: 5,
  betaLead: 6,
} as const;
export type User = keyof typeof USERS;

/** Two projects; the first has two pods. Task n of project p has the id 100 p + n. */
export async function createWorld(db: Queryable): Promise<void> {
  await buildWorld(db, {
    projects: {
      Alpha: { id: ALPHA, turing_project_id: 9001, batches: { 10: 'First', 11: 'Second' } },
      Beta: { id: BETA, turing_project_id: 9002, batches: { 20: 'Only' } },
    },
    users: {
      admin: { id: USERS.admin, roles: { 'All Projects': 'admin' } },
      lead: { id: USERS.lead, roles: { Alpha: 'project_lead' } },
      trainer: { id: USERS.trainer },
      stranger: { id: USERS.stranger },
      uploader: { id: USERS.uploader, roles: { Alpha: 'project_admin' } },
      betaLead: { id: USERS.betaLead, roles: { Beta: 'project_lead' } },
    },
    pods: {
      [POD]: { project: 'Alpha', members: { trainer: 'trainer' } },
      [OTHER_POD]: { project: 'Alpha' },
    },
    tasks: [...tasksOf('Alpha', ALPHA, (n) => 10 + (n % 2)), ...tasksOf('Beta', BETA, () => 20)],
  });
}

const STATUSES = ['completed', 'pending', 'in_progress', 'rework', 'ready_for_review'] as const;
const START = Date.UTC(2026, 0, 1, 12);

function tasksOf<P extends string>(project: P, projectId: number, batchOf: (n: number) => number) {
  return Array.from({ length: 20 }, (_, n) => {
    const isCompleted = n % 5 === 0;
    return {
      turing_task_id: projectId * 100 + n,
      project,
      turing_batch_id: batchOf(n),
      user: 'trainer' as const,
      status: STATUSES[n % 5] ?? '',
      number_of_turns: n,
      completed_at: isCompleted ? new Date(START + n * 86_400_000).toISOString() : null,
      created_at: new Date(START).toISOString(),
    };
  });
}
