import type { Batch } from '@portal/contracts/dashboard';
import {
  type PodRole,
  type TaskNumber,
  WORK_NUMBERS,
  type WorkNumber,
} from '@portal/contracts/constants';
import type { Permission } from '@portal/contracts/permissions';
import { createContext, useContext } from 'react';
import { useProjectStore } from '../../../lib/project-store';
import { mayIn } from '../../../session/permissions';
import { useSessionStore } from '../../../session/session-store';

/** A number of the page, or a part of it. '' stands for tasks without a model or a validation. */
export interface ShownTasks {
  readonly number: TaskNumber | WorkNumber;
  /** Its project, if it is another one than that of the page. */
  readonly project_id?: number;
  readonly status?: string;
  readonly target_model?: string;
  readonly validation_status?: string;
  readonly batch?: Pick<Batch, 'project_id' | 'turing_batch_id'>;
  /** The period of a number of work, YYYY-MM-DD in the reporting zone; both days are included. An absent one is open. */
  readonly days?: { readonly first?: string | undefined; readonly last?: string | undefined };
  /** The same by instants, RFC 3339; the end is excluded. An absent one is open. */
  readonly instants?: { readonly start?: string | undefined; readonly end?: string | undefined };
  /** Whose work; of reviews the reviewer. */
  readonly user_email?: string;
  readonly pod_name?: string;
  /** Only the members of the pod with this role. */
  readonly pod_role?: PodRole;
  /** Of rounds: why they ended with rework. '' stands for those without a reason. */
  readonly reason?: string;
  /** Of rounds: whose the task is now. '' stands for nobody's. */
  readonly task_user?: string;
}

export const ShowTasks = createContext<((shown: ShownTasks) => void) | undefined>(undefined);

/** Shows the tasks of a number of this page; undefined if it has none to show to this user. */
export function useShowTasks(): ((shown: ShownTasks) => void) | undefined {
  return useContext(ShowTasks);
}

export const isOfWork = (number: ShownTasks['number']): number is WorkNumber =>
  WORK_NUMBERS.some((one) => one === number);

/** Whether the user may list all tasks that a number of a whole project or pod counts. */
export function useSeesAll({ number, project_id: projectId }: ShownTasks): boolean {
  const session = useSessionStore((state) => state.session);
  const selectedId = useProjectStore((state) => state.selectedId);
  const needed: Permission[] = ['pod-info-public-view'];
  // Of a number of work the server lists only the tasks of users whose numbers the user sees.
  if (!isOfWork(number)) needed.push('data-upload');
  return mayIn(projectId ?? selectedId, session, needed);
}
