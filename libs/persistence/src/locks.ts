/**
 * Advisory lock for transactions that change the tasks of many batches: the merge of an import and
 * the deletion of a project. They run one after the other, so that they cannot deadlock on rows.
 */
export const MERGE_LOCK = 7_264_100;
