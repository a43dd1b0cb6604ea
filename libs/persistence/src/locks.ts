/**
 * Namespace of the advisory locks for transactions that change very many tasks of a project: the merge of an
 * import, its undo and the deletion of the project. The second key is the project's id. Those of one project
 * run one after the other, so that they cannot deadlock on rows. Whoever locks several projects and waits
 * takes them by ascending id.
 */
export const PROJECT_MERGE_LOCK = 7_264_100;

/** Namespace of the advisory locks of running imports. The second key is `hashtext` of the import's id. */
export const IMPORT_LOCK = 7_264_101;

/**
 * Version 0.1.0 locks all merges by this key. Later ones share it, so that they can run beside each other and
 * not beside those of a worker of 0.1.0 during an upgrade.
 */
export const MERGE_LOCK_OF_0_1 = 7_264_100;

/** Servers that start together prepare the roles of custom SQL one after the other. */
export const REPORTING_LOCK = 7_264_010;
