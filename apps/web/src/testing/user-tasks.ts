import { type OwnTask, type UserTaskList, ownTaskSchema } from '@portal/contracts/task-stats';
import { sampleOf } from './sample';

const NO_TASK = sampleOf(ownTaskSchema);

/** A completed task for specs. */
export function userTask(id: number, part: Partial<OwnTask> = {}): OwnTask {
  return {
    ...NO_TASK,
    turing_task_id: id,
    project_id: 1,
    turing_batch_id: 1,
    user_email: 'tess@example.com',
    status: 'completed',
    number_of_turns: 5,
    completed_at: '2026-03-09T10:00:00Z',
    created_at: '2026-03-09T09:00:00Z',
    updated_at: '2026-03-09T10:00:00Z',
    project_name: 'Project 1',
    task_link: `https://labeling.example.com/${id}`,
    ...part,
  };
}

/** A page of a user's tasks for specs. */
export function userTasks(items: OwnTask[], part: Partial<UserTaskList> = {}): UserTaskList {
  return {
    epoch: '',
    revision: 1,
    user: { name: 'Tess Trainer', picture: null, timezone: 'UTC+5:30', pods: ['Kestrel'] },
    items,
    total: items.length,
    rework_total: 0,
    page: 1,
    size: 100,
    ...part,
  };
}
