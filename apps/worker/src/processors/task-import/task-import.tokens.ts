/** How the file of an import is read: a `TaskFileReader`. */
export const TASK_FILE_READER = Symbol('TaskFileReader');
