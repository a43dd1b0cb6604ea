import { wholeNumberParam } from '@portal/contracts/scalars';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';

/** The id of a task in a path. */
export const taskIdSchema = wholeNumberParam({ minimum: 1, maximum: TASK_FILE_LIMITS.maxId });
