import type { TaskFileFormat } from '@portal/contracts/task-file';

const FORMAT_OF_NAME: readonly (readonly [RegExp, TaskFileFormat])[] = [
  [/\.(?:json|ndjson|jsonl)(?:\.gz)?$/i, 'json'],
  [/\.(?:csv|tsv)(?:\.gz)?$/i, 'csv'],
];
const CSV_TYPE = /^text\/(?:csv|tab-separated-values)\b/i;
const GZIP_NAME = /\.gz$/i;

/**
 * The format that the name of a task file says, else its media type. `content` if only the content says it,
 * as for a name that ends with .gz alone; undefined for files that are no task files.
 */
export function formatOfName(
  name: string,
  mediaType: string,
): TaskFileFormat | 'content' | undefined {
  const named = FORMAT_OF_NAME.find(([pattern]) => pattern.test(name));
  if (named) return named[1];
  if (CSV_TYPE.test(mediaType)) return 'csv';
  return GZIP_NAME.test(name) ? 'content' : undefined;
}

/** The format of a task file by the beginning of its unpacked text. */
export function formatOfContent(beginning: string): TaskFileFormat {
  return /^\uFEFF?\s*(?:[[{]|$)/.test(beginning) ? 'json' : 'csv';
}
