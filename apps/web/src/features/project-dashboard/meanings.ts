/** What the numbers of the dashboard count: the same words count differently beside each other. */
export const MEANINGS = {
  totalTasks:
    'A task is in a period by its activity day: when it was completed, else changed, else created.',
  completion: 'Completed tasks have the status Completed, Reviewed or Delivered.',
  review:
    'The share of completed tasks (status Completed, Reviewed or Delivered) that have at least one review.',
  rework:
    'The share of tasks in rework now: of the completed tasks and the tasks in rework together.',
  reviews:
    'All reviews of these tasks, whenever they were submitted. A task can have several reviews.',
  statuses:
    'Each task by its status now. Reviewed and Delivered tasks are not counted as Completed here.',
  activity:
    'Counted on the day of each event: tasks completed, reviews submitted (whatever tasks they are of), and tasks in progress by their last change.',
} as const;
