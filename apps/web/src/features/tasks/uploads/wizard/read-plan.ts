import type { FileFormat, FormatSettings } from '@portal/contracts/file-formats';
import { type CsvField, csvRowSchema } from '@portal/contracts/task-csv';
import { taskFileRowSchema } from '@portal/contracts/tasks';
import {
  cellReader,
  fieldOfHeader,
  missingFields,
  repeatedHeaders,
} from '@portal/domain/csv-tasks';
import { plainHeader } from '@portal/domain/file-format/columns';
import { absentColumns, newColumns, readColumns } from '@portal/domain/file-format/row-mapper';
import { readFormats, readSurroundings } from './api';
import { guessSettings, plainFileName } from './guess/guess-settings';
import { isKnownValue } from './guess/meanings';
import { keptAnswers } from './kept-answers';
import type { Answers, Plan } from './plan';
import { readSample, type Sample, type Told } from './read/sample';

/**
 * What a file seems to be, and how it would be sent; undefined if it has no rows that can be read here: the server
 * says why.
 */
export async function readPlan(file: File): Promise<Plan | undefined> {
  const sample = await readSample(file);
  if (!sample) return undefined;
  const isPlain = hasPortalNames(sample);
  const formats = await readFormats();
  const around = await readSurroundings(file.name, formats);
  const fitting = formats.filter(({ settings }) => fits(settings, sample));
  const known = { sample, around, isPlain, fitting };
  const kept = keptAnswers(file, sample);
  if (kept) {
    const told = await readSample(file, kept.settings);
    return { ...known, sample: told ?? sample, send: kept };
  }
  const [first] = [...fitting.filter(({ project_id: id }) => id === around.projectId), ...fitting];
  const isExact = isPlain && doubtsOf(sample).length === 0;
  if (first && !isExact) return { ...known, send: { kind: 'format', format: first } };
  if (isPlain) return { ...known, send: { kind: 'plain', empty: 'keep' } };
  return { ...known, send: guessedAnswers(known) };
}

type Known = Omit<Plan, 'send'>;

/** The answers with which the wizard begins. */
export function guessedAnswers({ sample, around }: Pick<Known, 'sample' | 'around'>): Answers {
  return {
    kind: 'answers',
    settings: guessSettings(sample, around),
    base: null,
    hasChosenInstants: false,
    name: freeName(toolOf(sample) ?? plainFileName(around.fileName), around.taken),
  };
}

/** 'Label Studio', or 'Label Studio 2' if a format has that name. */
function freeName(name: string, taken: readonly string[]): string {
  const plain = new Set(taken.map(plainHeader));
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!plain.has(plainHeader(free))) return free.slice(0, 100);
  }
}

/** The answers that change a format. */
export function answersOf(format: FileFormat): Answers {
  const { settings, name } = format;
  return { kind: 'answers', settings, base: format, hasChosenInstants: true, name };
}

/** The plan of a file that is read in another encoding or with another separator; guesses begin anew. */
export async function readAgain(file: File, plan: Plan, told: Told): Promise<Plan | undefined> {
  const sample = await readSample(file, {
    encoding: plan.sample.encoding,
    separator: plan.sample.separator,
    ...told,
  });
  return sample && { ...plan, sample, send: guessedAnswers({ ...plan, sample }) };
}

/** Whether the columns are exactly the portal's. */
function hasPortalNames({ file, headers, rows }: Sample): boolean {
  if (file === 'csv') {
    const fields = headers.filter((header) => header.trim() !== '').map(fieldOfHeader);
    return (
      fields.every((field) => field !== undefined) &&
      missingFields(fields).length === 0 &&
      repeatedHeaders(headers).length === 0
    );
  }
  const needed = Object.keys(taskFileRowSchema.shape).filter(isNeededInJson);
  return (
    rows.every((row) => Object.keys(row).every((key) => key in taskFileRowSchema.shape)) &&
    needed.every((key) => rows.some((row) => key in row))
  );
}

function isNeededInJson(key: string): boolean {
  return key in csvRowSchema.shape && missingFields([]).some((field) => field === key);
}

/** Whether a format was made for files with these columns. */
function fits(settings: FormatSettings, sample: Sample): boolean {
  if (settings.file !== sample.file) return false;
  if (sample.file === 'csv') {
    return (
      absentColumns(settings, sample.headers).length === 0 &&
      newColumns(settings, sample.headers).length === 0
    );
  }
  // In JSON every row may leave out any of its values.
  const has = new Set(sample.headers.map(plainHeader));
  const known = new Set(settings.columns.map(plainHeader));
  const id = settings.fields.turing_task_id;
  const hasId =
    id !== undefined && 'columns' in id && id.columns.every((one) => has.has(plainHeader(one)));
  return hasId && (readColumns(settings).length === 0 || [...has].every((one) => known.has(one)));
}

/** What the first rows of a file in the portal's names would be refused or doubted for. */
export function doubtsOf(sample: Sample): string[] {
  const doubts = new Set<string>();
  const fields = sample.headers.map((header) => fieldOfHeader(header) ?? null);
  const read = cellReader({ fields, empty: 'keep', separator: sample.separator ?? ',' });
  for (const row of sample.rows) {
    const values = isCells(row) ? read(row, () => undefined) : row;
    for (const field of csvRowSchema.keyof().options) {
      if (!(field in values)) continue;
      const value: unknown = values[field];
      const doubt = doubtOf(field, value);
      if (doubt !== undefined && doubts.size < MAX_DOUBTS) doubts.add(doubt);
    }
  }
  return [...doubts];
}

const MAX_DOUBTS = 5;

function doubtOf(field: CsvField, value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (!csvRowSchema.shape[field].safeParse(value).success)
    return `${field}: "${text}" is not valid`;
  const isUnknown = field === 'status' && value !== undefined && !isKnownValue('status', text);
  return isUnknown
    ? `${field}: "${text}" is unknown here; such tasks count in totals, but as nothing else`
    : undefined;
}

function isCells(row: Sample['rows'][number]): row is readonly string[] {
  return Array.isArray(row);
}

const TOOLS: readonly (readonly [name: string, columns: readonly string[]])[] = [
  ['Label Studio', ['annotations.0.id', 'total_annotations']],
  ['Label Studio', ['annotation_id', 'lead_time']],
  ['Prodigy', ['_input_hash', '_task_hash']],
  ['Toloka', ['assignment:assignment_id']],
  ['Toloka', ['ASSIGNMENT:worker_id']],
  ['Labelbox', ['data_row.id']],
  ['Scale', ['task_id', 'callback_url']],
  ['Jira', ['Issue key', 'Issue id']],
  ['Asana', ['Task ID', 'Section/Column']],
  ['Linear', ['ID', 'Team', 'Cycle Name']],
];

/** The tool whose export a file looks like. */
function toolOf({ headers }: Pick<Sample, 'headers'>): string | undefined {
  const has = new Set(headers.map(plainHeader));
  const found = TOOLS.find(([, columns]) => columns.every((one) => has.has(plainHeader(one))));
  return found?.[0];
}
