/** Token of the `TaskFileReader`. */
export const TASK_FILE_READER = Symbol('TaskFileReader');
