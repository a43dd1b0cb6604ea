import { meanings, REVIEW_COLUMNS, TASK_COLUMNS } from '../schema/task-columns.js';

/** The meaning of a view of the schema `reporting` and of each of its columns. */
export interface ViewEntry {
  readonly about: string;
  readonly columns: Readonly<Record<string, string>>;
}

/** Documentation for authors of custom SQL; it covers each column of each view. */
export const DICTIONARY: Readonly<Record<string, ViewEntry>> = {
  tasks: {
    about: 'One row for each task of the project.',
    columns: meanings(TASK_COLUMNS),
  },
  task_reviews: {
    about: 'One row for each review of a task of the project.',
    columns: { project_id: 'Project of the task', ...meanings(REVIEW_COLUMNS) },
  },
  batches: {
    about: 'One row for each batch of the project.',
    columns: {
      turing_batch_id: 'Number of the batch within its project',
      project_id: 'Project of the batch',
      name: 'Name of the batch',
      status: 'ongoing, completed, draft, paused or cancelled',
      created_at: 'Time of creation in the portal',
      updated_at: 'Time of the last change',
    },
  },
  pods: {
    about: 'One row for each pod of the project.',
    columns: {
      id: 'Number of the pod',
      name: 'Name of the pod; unique over all projects',
      description: 'Description of the pod',
      project_id: 'Project of the pod',
      created_at: 'Time of creation',
      updated_at: 'Time of the last change',
    },
  },
  pod_members: {
    about: 'One row for each member of a pod of the project.',
    columns: {
      id: 'Number of the membership',
      pod_name: 'Name of the pod; see pods',
      project_id: 'Project of the pod',
      user_email: 'Email of the member',
      role: 'lead, reviewer or trainer',
      created_at: 'Start of the membership',
    },
  },
  pod_weekly_targets: {
    about: 'One row for each weekly target of a pod of the project, or of one of its members.',
    columns: {
      id: 'Number of the target',
      pod_name: 'Name of the pod; see pods',
      project_id: 'Project of the pod',
      week_start_date: 'Monday of the week',
      week_end_date: 'Last day of the week; 2100-01-03 of a target that repeats',
      daily_tasks_target: 'Tasks that each member should complete on a working day',
      daily_turns_target: 'Turns that each member should complete on a working day',
      created_at: 'Time of creation',
      updated_at: 'Time of the last change',
      user_email: 'The only member it is for; null for each trainer',
      repeats: 'Whether it holds in each week from its start on, where no later target does',
    },
  },
  projects: {
    about: 'The project; all projects for a query of project 0.',
    columns: {
      id: 'Number of the project',
      name: 'Name of the project',
      description: 'Description of the project',
      turing_project_id: 'Id of the project in the labeling tool',
      status: 'unstarted, ongoing, completed, on_hold or cancelled',
      project_type: 'rlhf, sft, form, edit_predication or other',
      client: 'Client',
      created_at: 'Time of creation',
      updated_at: 'Time of the last change',
    },
  },
};
