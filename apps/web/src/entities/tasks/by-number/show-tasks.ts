import type { Batch } from '@portal/contracts/dashboard';
import type { PodRole, TaskNumber, WorkNumber } from '@portal/contracts/constants';
import { createContext, useContext } from 'react';

/** A number of the page, or a part of it. '' stands for tasks without a model or a validation. */
export interface ShownTasks {
  readonly number: TaskNumber | WorkNumber;
  readonly status?: string;
  readonly target_model?: string;
  readonly validation_status?: string;
  readonly batch?: Pick<Batch, 'project_id' | 'turing_batch_id'>;
  /** The period of a number of work, YYYY-MM-DD in the reporting zone; both days are included. */
  readonly days?: { readonly first: string; readonly last: string };
  /** The same by instants, RFC 3339; the end is excluded. An absent one is open. */
  readonly instants?: { readonly start?: string | undefined; readonly end?: string | undefined };
  /** Whose work; of reviews the reviewer. */
  readonly user_email?: string;
  readonly pod_name?: string;
  /** Only the members of the pod with this role. */
  readonly pod_role?: PodRole;
}

export const ShowTasks = createContext<((shown: ShownTasks) => void) | undefined>(undefined);

/** Shows the tasks of a number of this page; undefined if it has none to show to this user. */
export function useShowTasks(): ((shown: ShownTasks) => void) | undefined {
  return useContext(ShowTasks);
}
