import {
  type FieldSource,
  type FormatSettings,
  REVIEW_FIELDS,
  type ReviewField,
} from '@portal/contracts/file-formats';
import { CSV_FIELDS } from '@portal/contracts/task-csv';
import { plainHeader } from '@portal/domain/file-format/columns';
import { type FieldKey, REVIEW_KEYS } from './names';

/** What a column of the file becomes. */
export type Use = FieldKey | 'ignored' | 'metadata';
export type Columns = Extract<FieldSource, { columns: unknown }>;
type Value = Extract<FieldSource, { constant: unknown }>['constant'];

/** The sources of all fields that have one. */
export function sourcesOf({ fields, review }: FormatSettings): ReadonlyMap<FieldKey, FieldSource> {
  const sources = new Map<FieldKey, FieldSource>();
  for (const field of CSV_FIELDS) {
    const source = fields[field];
    if (source) sources.set(field, source);
  }
  for (const key of REVIEW_KEYS) {
    const source = review[reviewField(key)];
    if (source) sources.set(key, source);
  }
  return sources;
}

export function sourceOf(settings: FormatSettings, key: FieldKey): FieldSource | undefined {
  return isReviewKey(key) ? settings.review[reviewField(key)] : settings.fields[key];
}

/** The columns of a field; undefined if it has a constant or nothing. */
export function columnsOf(settings: FormatSettings, key: FieldKey): Columns | undefined {
  const source = sourceOf(settings, key);
  return source && 'columns' in source ? source : undefined;
}

/** The settings with another source of a field, or none. */
export function withSource(
  settings: FormatSettings,
  key: FieldKey,
  source: FieldSource | undefined,
): FormatSettings {
  if (isReviewKey(key)) {
    const { [reviewField(key)]: _before, ...review } = settings.review;
    return { ...settings, review: source ? { ...review, [reviewField(key)]: source } : review };
  }
  const { [key]: _before, ...fields } = settings.fields;
  return { ...settings, fields: source ? { ...fields, [key]: source } : fields };
}

export function withConstant(settings: FormatSettings, key: FieldKey, value: Value | undefined) {
  return withSource(settings, key, value === undefined ? undefined : { constant: value });
}

/** The use of each column that is not ignored, by its plain name. */
export function usesOf(settings: FormatSettings): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>();
  for (const column of settings.metadata) uses.set(plainHeader(column), 'metadata');
  for (const [key, source] of sourcesOf(settings)) {
    if ('columns' in source) for (const one of source.columns) uses.set(plainHeader(one), key);
  }
  return uses;
}

/** The settings with another use of a column. A field that is chosen for a second column leaves the first. */
export function withUse(settings: FormatSettings, column: string, use: Use): FormatSettings {
  const free = withoutColumn(settings, column);
  if (use === 'ignored') return free;
  if (use === 'metadata') return { ...free, metadata: [...free.metadata, column] };
  const other = SAME_THING[use];
  const alone =
    other && sourceOf(free, other) && !columnsOf(free, other)
      ? withSource(free, other, undefined)
      : free;
  return withSource(alone, use, { columns: [column], join: ' ', values: {} });
}

/** One value for all rows says the same as the column of the other field, or contradicts it. */
const SAME_THING: Readonly<Partial<Record<FieldKey, FieldKey>>> = {
  turing_project_id: 'project_id',
  project_id: 'turing_project_id',
  turing_batch_id: 'batch_name',
  batch_name: 'turing_batch_id',
};

/** The settings with a further column of a field, whose texts are joined. */
export function withJoined(settings: FormatSettings, key: FieldKey, column: string) {
  const free = withoutColumn(settings, column);
  const source = columnsOf(free, key);
  if (!source) return withUse(settings, column, key);
  return withSource(free, key, { ...source, columns: [...source.columns, column] });
}

/** The settings with what a text of a field means; undefined: the text itself. */
export function withValue(
  settings: FormatSettings,
  key: FieldKey,
  text: string,
  value: Value,
): FormatSettings {
  const source = columnsOf(settings, key);
  if (!source) return settings;
  return withSource(settings, key, { ...source, values: { ...source.values, [text]: value } });
}

/** What a text of a field means; undefined if nobody has said so. */
export function valueOf(source: Columns | undefined, text: string): Value | undefined {
  const plain = plainHeader(text);
  const known = Object.entries(source?.values ?? {}).find(([key]) => plainHeader(key) === plain);
  return known?.[1];
}

function withoutColumn(settings: FormatSettings, column: string): FormatSettings {
  const isOther = (one: string) => plainHeader(one) !== plainHeader(column);
  let free: FormatSettings = { ...settings, metadata: settings.metadata.filter(isOther) };
  for (const [key, source] of sourcesOf(settings)) {
    if (!('columns' in source) || source.columns.every(isOther)) continue;
    const columns = source.columns.filter(isOther);
    free = withSource(free, key, columns.length === 0 ? undefined : { ...source, columns });
  }
  return free;
}

/** Whether a column is read as a part of a review. */
export function hasReview({ rows, review }: FormatSettings): boolean {
  return rows === 'reviews' || Object.values(review).some((source) => 'columns' in source);
}

/** The settings without what all rows say of reviews, if no column has anything of one. */
export function withoutEmptyReview(settings: FormatSettings): FormatSettings {
  return hasReview(settings) ? settings : { ...settings, review: {} };
}

export function isReviewKey(key: FieldKey): key is `review.${ReviewField}` {
  return key.startsWith('review.');
}

const REVIEW_FIELD_OF: ReadonlyMap<string, ReviewField> = new Map(
  REVIEW_FIELDS.map((field) => [`review.${field}`, field]),
);

function reviewField(key: `review.${ReviewField}`): ReviewField {
  const field = REVIEW_FIELD_OF.get(key);
  if (field === undefined) throw new Error(`${key} is no field of reviews`);
  return field;
}

/** In a file of reviews these are of the review. */
const OF_REVIEWS = [
  ['status', 'review.status'],
  ['user_email', 'review.reviewer_email'],
  ['completed_at', 'review.submitted_at'],
  ['updated_at', 'review.submitted_at'],
  ['created_at', 'review.submitted_at'],
] as const satisfies readonly (readonly [FieldKey, FieldKey])[];

/** The settings of a file whose rows are reviews: of the task it has the id alone. */
export function asReviews(settings: FormatSettings): FormatSettings {
  const { turing_task_id: id } = settings.fields;
  const reviews: FormatSettings = {
    ...settings,
    rows: 'reviews',
    fields: id ? { turing_task_id: id } : {},
    metadata: [],
  };
  return OF_REVIEWS.reduce((next, [task, review]) => {
    const source = columnsOf(settings, task);
    return source && !sourceOf(next, review) ? withSource(next, review, source) : next;
  }, reviews);
}
