import type { FieldKey } from './names';

interface Words {
  readonly label: string;
  /** What it is, for the page on the format. */
  readonly about: string;
}

/** The fields in the names that people see. */
const WORDS: Readonly<Record<FieldKey, Words>> = {
  turing_task_id: { label: 'Task ID', about: 'A whole number that is of this task alone.' },
  turing_project_id: {
    label: "Project (the tool's number)",
    about: 'The number that the tool has for the project.',
  },
  project_id: { label: 'Project', about: 'The project of this portal, by name.' },
  turing_batch_id: { label: 'Batch number', about: 'The number that the tool has for the batch.' },
  batch_name: {
    label: 'Batch',
    about: 'The name of the batch. Without a number the portal gives it one.',
  },
  batch_status: { label: 'Status of the batch', about: 'ongoing, completed, draft, paused, …' },
  user_email: { label: 'Trainer', about: 'The email address of the person who does the task.' },
  status: { label: 'Status', about: 'How far the task is, such as pending, completed or rework.' },
  completed_at: { label: 'Completed', about: 'When the task was completed.' },
  created_at: { label: 'Created', about: 'When the task was created.' },
  updated_at: { label: 'Updated', about: 'When the task was changed last.' },
  colab_link: { label: 'Link', about: 'Where the task can be opened; begins with https.' },
  number_of_turns: { label: 'Turns', about: 'How many turns the conversation has.' },
  duration_minutes: { label: 'Time spent', about: 'How long the task took.' },
  target_model: { label: 'Model', about: 'The model that the task is for.' },
  validation_status: { label: 'Validation', about: 'passed, failed or pending.' },
  delivery_batch: { label: 'Delivery', about: 'The delivery that the task is part of.' },
  'review.turing_review_id': {
    label: 'Review ID',
    about: 'A whole number; without one the portal gives it.',
  },
  'review.reviewer_email': { label: 'Reviewer', about: 'The email address of the reviewer.' },
  'review.status': { label: 'Result of the review', about: 'The status that the review gave.' },
  'review.score': { label: 'Score', about: 'A number.' },
  'review.feedback': { label: 'Feedback', about: 'What the reviewer has written.' },
  'review.submitted_at': { label: 'Reviewed', about: 'When the review was submitted.' },
  'review.reasons': {
    label: 'Reasons of the review',
    about: 'Why it sends the task back; several in one cell are separated by semicolons.',
  },
};

export function labelOf(key: FieldKey): string {
  return WORDS[key].label;
}

export function aboutField(key: FieldKey): string {
  return WORDS[key].about;
}

/** Without these a file of tasks cannot be imported; of two in a group one is enough. */
const NEEDED: readonly (readonly FieldKey[])[] = [
  ['turing_task_id'],
  ['project_id', 'turing_project_id'],
  ['batch_name', 'turing_batch_id'],
  ['status'],
];

export function isNeeded(key: FieldKey): boolean {
  return NEEDED.some((group) => group.includes(key));
}

/** Whether the field or another one is needed. */
export function isOneOfTwo(key: FieldKey): boolean {
  return NEEDED.some((group) => group.length === 2 && group.includes(key));
}
