/** What a view of the schema `reporting` is about, and what each of its columns means. */
export interface ViewEntry {
  readonly about: string;
  readonly columns: Readonly<Record<string, string>>;
}

/** For whoever writes custom SQL; each column of each view has its line. */
export const DICTIONARY: Readonly<Record<string, ViewEntry>> = {
  tasks: {
    about: 'One row for each task of the project.',
    columns: {
      turing_task_id: 'Number of the task; unique over all projects',
      project_id: 'Project of the task',
      turing_batch_id: 'Batch of the task; see batches',
      user_email: 'Who works on the task; null for nobody',
      status:
        'completed, in_progress, pending, rework, ready_for_review, reviewed, delivered, or what a file brought',
      number_of_turns: 'Turns of the conversation',
      duration_minutes: 'Time spent on the task in minutes; null when it is not known',
      completed_at: 'When the task was completed; null before',
      created_at: 'When the task was created',
      updated_at: 'When the task was last changed at its source',
      colab_link: 'Address of the notebook',
      target_model: 'Model that the task is for',
      validation_status: 'passed, failed or pending; null before validation',
      delivery_batch: 'Delivery that the task belongs to',
      metadata: 'What else the task file said about the task, as JSON',
    },
  },
  task_reviews: {
    about: 'One row for each review of a task of the project.',
    columns: {
      turing_review_id: 'Number of the review',
      turing_task_id: 'Task that was reviewed; see tasks',
      project_id: 'Project of the task',
      reviewer_email: 'Who reviewed; null when it is not known',
      status: 'Outcome of the review, as the file says it',
      score: 'Score that was given; null for none',
      feedback: 'What the reviewer wrote',
      submitted_at: 'When the review was submitted',
    },
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
