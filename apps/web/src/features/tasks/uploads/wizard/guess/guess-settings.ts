import type { FieldSource, FormatSettings } from '@portal/contracts/file-formats';
import type { Project } from '@portal/contracts/projects';
import { plainHeader } from '@portal/domain/file-format/columns';
import {
  columnsOf,
  sourceOf,
  sourcesOf,
  withConstant,
  withSource,
  withUse,
  withValue,
  valueOf,
} from '../draft';
import { type Sample, textsOf } from '../read/sample';
import { suggestedColumns } from './columns';
import { InstantForms } from './instant-forms';
import { type ChoiceField, isKnownValue, usualMeaning, VALUES_OF } from './meanings';
import type { FieldKey } from '../names';
import { guessDecimal, guessDuration } from './numbers';

/** What is known beside the file. */
export interface Surroundings {
  readonly fileName: string;
  readonly reportingZone: string;
  /** Those of the user. */
  readonly projects: readonly Pick<Project, 'id' | 'name' | 'turing_project_id'>[];
  /** The selected project, or the only one. */
  readonly projectId: number | undefined;
  /** The names of the formats of that project. */
  readonly taken: readonly string[];
  /** The settings of the newest format of the project: what was matched last. */
  readonly last: FormatSettings | undefined;
}

/** The answers that a file suggests. The page shows all of them before the file is sent. */
export function guessSettings(sample: Sample, around: Surroundings): FormatSettings {
  const { file, encoding, separator, headers } = sample;
  const empty: FormatSettings = {
    ...{ file, rows: 'tasks', encoding, separator, decimal: '.', empty: 'keep' },
    ...{ instants: 'year-first', time_zone: around.reportingZone, duration: 'minutes' },
    ...{ columns: [...headers], fields: {}, review: {}, metadata: [] },
  };
  const matched = withColumns(withLast(empty, sample, around.last), sample);
  const numbers = withForms(matched, sample);
  return withConstants(withMeanings(withProject(numbers, sample, around), sample), around);
}

/** What this project matched last, of columns with the same names. */
function withLast(
  settings: FormatSettings,
  { headers, file }: Sample,
  last: FormatSettings | undefined,
): FormatSettings {
  if (last?.file !== file) return settings;
  const has = new Set(headers.map(plainHeader));
  const { rows, time_zone, duration, empty } = last;
  let next: FormatSettings = { ...settings, rows, time_zone, duration, empty };
  for (const [key, source] of sourcesOf(last)) {
    if ('columns' in source && source.columns.every((one) => has.has(plainHeader(one)))) {
      next = withSource(next, key, source);
    }
  }
  const metadata = last.metadata.filter((one) => has.has(plainHeader(one)));
  return { ...next, metadata };
}

function withColumns(settings: FormatSettings, sample: Sample): FormatSettings {
  const isMatched = Object.keys(settings.fields).length > 0;
  const used = new Set(
    [...sourcesOf(settings).values()].flatMap((source) =>
      'columns' in source ? source.columns.map(plainHeader) : [],
    ),
  );
  let next = settings;
  const seen = new Set<string>();
  for (const [at, field] of suggestedColumns(sample).entries()) {
    const column = sample.headers[at] ?? '';
    const isRepeated = seen.has(plainHeader(column));
    seen.add(plainHeader(column));
    if (field === null || column.trim() === '' || isRepeated || used.has(plainHeader(column))) {
      continue;
    }
    if (!sourceOf(next, field) && (!isMatched || !isReview(field))) {
      next = withUse(next, column, field);
    }
  }
  return withWholeReview(next);
}

const isReview = (key: FieldKey) => key.startsWith('review.');

/**
 * Half a review, such as a column "comment" alone, is none; a reviewer alone may be one who has not reviewed yet. A
 * reviewer with a score, words or a time has reviewed, without a verdict of the file.
 */
function withWholeReview(settings: FormatSettings): FormatSettings {
  const { status, turing_review_id: id, reviewer_email: reviewer, ...others } = settings.review;
  if (!(id ?? reviewer)) return { ...settings, review: {} };
  if (status) return settings;
  const isDone = Object.values(others).some((source) => source !== undefined);
  return isDone ? withConstant(settings, 'review.status', 'reviewed') : { ...settings, review: {} };
}

/** The forms of instants and numbers, and the unit of times. */
export function withForms(settings: FormatSettings, sample: Sample): FormatSettings {
  const forms = new InstantForms();
  const numbers: string[] = [];
  for (const [key, source] of sourcesOf(settings)) {
    if (!('columns' in source)) continue;
    const texts = joinedTexts(sample, source.columns, source.join);
    if (key.endsWith('_at')) for (const text of texts) forms.add(text);
    if (key === 'duration_minutes' || key === 'review.score') numbers.push(...texts);
  }
  const [instants = settings.instants] = forms.fitting;
  const duration = columnsOf(settings, 'duration_minutes')?.columns[0];
  return {
    ...settings,
    instants,
    decimal: guessDecimal(numbers),
    ...(duration !== undefined && {
      duration: guessDuration(duration, textsOf(sample, duration)).unit,
    }),
  };
}

/** The texts of several columns, row by row, as they are joined. */
function joinedTexts(sample: Sample, columns: readonly string[], join: string): string[] {
  const [only = ''] = columns;
  if (columns.length < 2) return textsOf(sample, only);
  return sample.rows.map((row) =>
    columns
      .map((column) => textsOf({ ...sample, rows: [row] }, column)[0] ?? '')
      .filter((text) => text !== '')
      .join(join),
  );
}

/** Names of projects stand for them; a number that is of no project here is none of them. */
function withProject(
  settings: FormatSettings,
  sample: Sample,
  { projects }: Surroundings,
): FormatSettings {
  const key = (['turing_project_id', 'project_id'] as const).find((one) => settings.fields[one]);
  const source = key && columnsOf(settings, key);
  if (!source) return settings;
  const [column = ''] = source.columns;
  if (plainHeader(column) === key) return settings;
  const texts = [...new Set(textsOf(sample, column))];
  const known = new Set(projects.map(({ turing_project_id: id }) => String(id ?? '')));
  if (texts.every((text) => known.has(text))) {
    return withUse(withSource(settings, key, undefined), column, 'turing_project_id');
  }
  const ids = new Map(projects.map(({ id, name }) => [plainHeader(name), id]));
  const named = texts.filter((text) => ids.has(plainHeader(text)));
  if (named.length === 0) return withSource(settings, key, undefined);
  return named.reduce(
    (next, text) => withValue(next, 'project_id', text, ids.get(plainHeader(text)) ?? null),
    withUse(withSource(settings, key, undefined), column, 'project_id'),
  );
}

const CHOICE_FIELDS = Object.keys(VALUES_OF).filter(isChoiceField);

export function isChoiceField(key: string): key is ChoiceField {
  return Object.hasOwn(VALUES_OF, key);
}

function withMeanings(settings: FormatSettings, sample: Sample): FormatSettings {
  return CHOICE_FIELDS.reduce((next, key) => {
    const source = columnsOf(next, key);
    if (!source) return next;
    return withUsualValues(next, key, joinedTexts(sample, source.columns, source.join));
  }, settings);
}

/** The settings with the usual meaning of each text that has none yet. */
export function withUsualValues(
  settings: FormatSettings,
  key: ChoiceField,
  texts: Iterable<string>,
): FormatSettings {
  let next = settings;
  for (const text of new Set(texts)) {
    const usual = usualMeaning(key, text);
    if (usual === undefined || isKnownValue(key, text)) continue;
    if (valueOf(columnsOf(next, key), text) === undefined) next = withValue(next, key, text, usual);
  }
  return next;
}

/** Constants for what every task needs and the file does not have. */
function withConstants(settings: FormatSettings, around: Surroundings): FormatSettings {
  if (settings.rows === 'reviews') return settings;
  const { turing_project_id, project_id, turing_batch_id, batch_name, status } = settings.fields;
  let next = settings;
  if (!turing_project_id && !project_id && around.projectId !== undefined) {
    next = withConstant(next, 'project_id', around.projectId);
  }
  if (!turing_batch_id && !batch_name) {
    next = withConstant(next, 'batch_name', plainFileName(around.fileName));
  }
  if (!status) next = withConstant(next, 'status', statusWithout(settings.fields.completed_at));
  return next;
}

function statusWithout(completedAt: FieldSource | undefined): string {
  return completedAt ? 'completed' : 'pending';
}

/** 'tasks.csv.gz' → 'tasks' */
export function plainFileName(name: string): string {
  return name.replace(/(?:\.(?:csv|tsv|json|ndjson|jsonl))?(?:\.gz)?$/i, '').trim() || 'File';
}
