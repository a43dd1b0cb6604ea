import { meanings, REVIEW_COLUMNS, TASK_COLUMNS } from '../schema/task-columns.js';

/** What a view of the schema `reporting` is about, and what each of its columns means. */
export interface ViewEntry {
  readonly about: string;
  readonly columns: Readonly<Record<string, string>>;
}

/** For whoever writes custom SQL; each column of each view has its line. */
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
      created_at: 'When the portal first saw the batch',
      updated_at: 'When the batch was last changed',
    },
  },
  pods: {
    about: 'One row for each pod of the project.',
    columns: {
      id: 'Number of the pod',
      name: 'Name of the pod; unique over all projects',
      description: 'What the pod does',
      project_id: 'Project of the pod',
      created_at: 'When the pod was created',
      updated_at: 'When the pod was last changed',
    },
  },
  pod_members: {
    about: 'One row for each member of a pod of the project.',
    columns: {
      id: 'Number of the membership',
      pod_name: 'Name of the pod; see pods',
      project_id: 'Project of the pod',
      user_email: 'Who is a member',
      role: 'lead, reviewer or trainer',
      created_at: 'Since when',
    },
  },
  pod_weekly_targets: {
    about: 'One row for each week for which a pod of the project has targets.',
    columns: {
      id: 'Number of the target',
      pod_name: 'Name of the pod; see pods',
      project_id: 'Project of the pod',
      week_start_date: 'Monday with which the week begins',
      week_end_date: 'Last day of the week',
      daily_tasks_target: 'Tasks that each member should complete on a working day',
      daily_turns_target: 'Turns that each member should complete on a working day',
      created_at: 'When the target was set',
      updated_at: 'When the target was last changed',
    },
  },
  projects: {
    about: 'The project itself; every project for those who hold all of them.',
    columns: {
      id: 'Number of the project',
      name: 'Name of the project',
      description: 'What the project is about',
      turing_project_id: 'Number of the project at its source',
      status: 'unstarted, ongoing, completed, on_hold or cancelled',
      project_type: 'rlhf, sft, form, edit_predication or other',
      client: 'Whom the project is for',
      created_at: 'When the project was created',
      updated_at: 'When the project was last changed',
    },
  },
};
