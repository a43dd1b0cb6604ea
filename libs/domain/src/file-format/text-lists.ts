import { REVIEW_FIELDS, type FieldSource } from '@portal/contracts/file-formats';
import { taskFileReviewSchema } from '@portal/contracts/tasks';
import { withoutGuard } from '../csv.js';
import { columnReader, type RawRow } from './columns.js';

/** Fields that are lists of texts. */
export const LISTS: ReadonlySet<string> = new Set(
  REVIEW_FIELDS.filter((field) => taskFileReviewSchema.shape[field].safeParse([]).success),
);

/** Between texts in one cell. */
const BETWEEN = /[;\n]/;

/**
 * Returns a function that gives the texts of the columns in their order: those of a list in JSON, and those of a cell
 * between semicolons or line ends.
 * @param refuse called for an object, or a list of lists or objects
 */
export function textsReader(
  { columns }: Extract<FieldSource, { columns: unknown }>,
  headers: readonly string[] | undefined,
): (row: RawRow, refuse: () => void) => string[] {
  const readers = columns.flatMap((column) => columnReader(column, headers) ?? []);
  return (row, refuse) => readers.flatMap((read) => textsIn(read(row), refuse));
}

function textsIn(value: unknown, refuse: () => void): string[] {
  if (typeof value === 'string') return plainTexts(value.split(BETWEEN));
  const texts: string[] = [];
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (typeof item === 'string') texts.push(item);
    else if (typeof item === 'number' || typeof item === 'boolean') texts.push(String(item));
    else if (item !== undefined && item !== null) refuse();
  }
  return plainTexts(texts);
}

function plainTexts(texts: readonly string[]): string[] {
  return texts.map((text) => withoutGuard(text.trim())).filter((text) => text !== '');
}
