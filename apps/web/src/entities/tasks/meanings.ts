/** What figures count whose words also stand for another count elsewhere. */
export const MEANINGS = {
  completedInPeriod:
    'Tasks that were completed in this period and have the status Completed, Reviewed or Delivered now.',
  turnsInPeriod: 'Turns of the tasks that were completed in this period, not of other tasks.',
  completedOfPeriod:
    'Tasks with activity in the period that have the status Completed, Reviewed or Delivered.',
  ready:
    'Only the status Completed, with a passed validation. Reviewed and Delivered tasks are not counted here.',
  reviewedTasks:
    'Tasks with at least one review, in any status but Rework. They need not have the status Reviewed.',
} as const;
