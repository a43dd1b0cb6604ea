/**
 * Advisory lock of whoever changes the tasks of many batches at once: imports that merge, and the
 * deletion of a project. They take turns, so that they neither wait for each other's rows nor
 * deadlock. Held by a transaction.
 */
export const MERGE_LOCK = 7_264_100;
