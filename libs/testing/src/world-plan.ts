import type { POD_ROLES, PROJECT_STATUSES } from '@portal/contracts/constants';
import type { TaskFileRow } from '@portal/contracts/tasks';

/** Name of project 0. */
type AllProjects = 'All Projects';
type ShippedRole =
  | 'admin'
  | 'project_admin'
  | 'project_lead'
  | 'project_member'
  | 'pod-lead'
  | 'reviewer'
  | 'trainer';

/**
 * Test data. `P`, `U` and `R` are the names of its projects, users and roles. Fields in snake case
 * are columns.
 */
export interface WorldPlan<
  P extends string = string,
  U extends string = string,
  R extends string = string,
> {
  readonly projects?: { readonly [Project in P]: ProjectPlan };
  readonly users?: { readonly [User in U]: UserPlan<NoInfer<P>, NoInfer<R>> };
  readonly pods?: Readonly<Record<string, PodPlan<NoInfer<P>, NoInfer<U>>>>;
  readonly tasks?: readonly TaskPlan<NoInfer<P>, NoInfer<U>>[];
  /** Permissions of roles that the portal does not ship. */
  readonly roles?: { readonly [Role in R]: readonly string[] };
}

interface ProjectPlan {
  /** Set it for all projects or for none. */
  readonly id?: number;
  readonly turing_project_id?: number;
  readonly client?: string;
  readonly status?: (typeof PROJECT_STATUSES)[number];
  /** Names by id. A batch that only tasks mention is created with the name `Batch <id>`. */
  readonly batches?: Readonly<Record<number, string>>;
}

interface UserPlan<P extends string, R extends string> {
  /** Set it for all users or for none. */
  readonly id?: number;
  /** By default the user's key in lower case, at example.com. */
  readonly email?: string;
  /** By default the email. */
  readonly name?: string;
  readonly slack_id?: string;
  /** Name of the user's API token. */
  readonly token?: string;
  /** By project. */
  readonly roles?: { readonly [Project in P | AllProjects]?: ShippedRole | R };
}

interface PodPlan<P extends string, U extends string> {
  readonly project: P;
  readonly description?: string;
  readonly members?: { readonly [User in U]?: (typeof POD_ROLES)[number] };
  readonly targets?: readonly {
    readonly week_start_date: string;
    readonly week_end_date: string;
    readonly daily_tasks_target: number;
    readonly daily_turns_target: number;
  }[];
}

/** A row of a task file, with a project of the plan. */
type TaskPlan<P extends string, U extends string> = Pick<TaskFileRow, 'turing_task_id' | 'status'> &
  Partial<Omit<TaskFileRow, 'turing_project_id' | 'batch_name' | 'batch_status'>> & {
    readonly project: P;
    /** A user of the plan, instead of `user_email`. */
    readonly user?: U;
    /** 1 by default. */
    readonly turing_batch_id?: number;
  };
