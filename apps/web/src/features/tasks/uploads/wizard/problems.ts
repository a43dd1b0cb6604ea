import { type FormatSettings, missingSources } from '@portal/contracts/file-formats';
import { repeatedHeaders } from '@portal/domain/csv-tasks';
import { plainHeader } from '@portal/domain/file-format/columns';
import { columnsOf, sourcesOf } from './draft';
import { labelOf } from './field-words';
import { arePeople } from './guess/columns';
import { isKnownValue } from './guess/meanings';
import { type FieldKey, fieldsOfName } from './names';
import type { FileFacts } from './facts';
import type { Answers } from './plan';
import { type Sample, textsOf } from './read/sample';

export const STEPS = ['columns', 'values', 'times', 'send'] as const;
export type Step = (typeof STEPS)[number];

export interface Problem {
  /** The step that mends it. */
  readonly step: Step;
  /** A sentence for the user. */
  readonly text: string;
}

/** Why a file cannot be sent with these answers yet. */
export function problemsOf(
  { settings, hasChosenInstants }: Answers,
  sample: Sample,
  facts: FileFacts | undefined,
): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (step: Step, text: string) => problems.push({ step, text });
  const { rows, fields, review } = settings;
  for (const missing of missingSources(rows, fields, review)) add('columns', missingText(missing));
  if (sample.file === 'csv') {
    for (const header of repeatedHeaders(sample.headers)) {
      add(
        'columns',
        `The column "${header.trim()}" is repeated: give each its own name in the file.`,
      );
    }
  }
  if (sample.rows.length === 0 && !sample.isCutOff) {
    add('columns', 'The file has no rows below its header line.');
  }
  if (facts?.instants.ambiguous !== undefined && !hasChosenInstants) {
    add('times', 'Say whether its dates have the day first or the month first.');
  }
  return problems;
}

function missingText(field: string): string {
  const key = field.replace(/^fields\./, '');
  const known = NAMES[key];
  return `${known ?? key} is missing: choose a column for it${
    NEEDS_COLUMN.has(key) ? '' : ', or one value for all rows'
  }.`;
}

/** What no two rows share. */
const NEEDS_COLUMN: ReadonlySet<string> = new Set(['turing_task_id', 'review.turing_review_id']);

const NAMES: Readonly<Record<string, string>> = {
  turing_task_id: labelOf('turing_task_id'),
  turing_project_id: labelOf('project_id'),
  turing_batch_id: labelOf('batch_name'),
  'review.status': labelOf('review.status'),
  'review.turing_review_id': labelOf('review.reviewer_email'),
};

/** What a person should know before the file is sent; none of it stops them. */
export function warningsOf(
  settings: FormatSettings,
  sample: Sample,
  facts: FileFacts | undefined,
): string[] {
  const people = otherPeople(settings, sample);
  if (!facts) return people;
  const ids = facts.shortened.map(
    ({ column, row, text }) =>
      `The column "${column}" has ${text} in row ${row}: a spreadsheet has shortened this id. ` +
      'Show the column as whole numbers or as text, and save the file again.',
  );
  const unread =
    facts.unreadable === undefined
      ? []
      : [`Row ${facts.unreadable} is not text in this encoding: choose another one.`];
  return [...ids, ...unread, ...people, ...unknownStatuses(settings, facts)];
}

/** Columns with people that no answer uses: a task has one user, and a review one reviewer. */
function otherPeople(settings: FormatSettings, sample: Sample): string[] {
  const sources = [...sourcesOf(settings).values()];
  const used = new Set(
    [...sources.flatMap((one) => ('columns' in one ? one.columns : [])), ...settings.metadata].map(
      plainHeader,
    ),
  );
  return sample.headers
    .filter((header) => !used.has(plainHeader(header)) && arePeople(textsOf(sample, header)))
    .map((header) =>
      fieldsOfName(header).includes('review.reviewer_email')
        ? `The column "${header}" has reviewers and is not imported. If they have reviewed, choose it for "${labelOf('review.reviewer_email')}"; the verdict can be one value for all rows.`
        : `The column "${header}" has people, too, and is not imported: a task has one person. It can be kept as metadata.`,
    );
}

/** Statuses of the file that count in totals alone. */
function unknownStatuses(settings: FormatSettings, facts: FileFacts): string[] {
  const unknown = unknownValues(settings, facts, 'status');
  if (unknown.length === 0) return [];
  const named = unknown.map((text) => `"${text}"`).join(', ');
  return [
    `${named} ${unknown.length === 1 ? 'is' : 'are'} unknown here: such tasks count in totals, but as nothing else.`,
  ];
}

/** The values of the status that stay as they are although the portal does not know them. */
function unknownValues(
  settings: FormatSettings,
  facts: FileFacts,
  key: Extract<FieldKey, 'status'>,
): string[] {
  const source = columnsOf(settings, key);
  if (!source) return [];
  const given = new Map(
    Object.entries(source.values).map(([text, value]) => [text.trim().toLowerCase(), value]),
  );
  return [...(facts.values.get(key)?.keys() ?? [])].filter((text) => {
    const value = given.get(text.toLowerCase());
    return !isKnownValue(key, String(value === undefined ? text : (value ?? 'pending')));
  });
}
