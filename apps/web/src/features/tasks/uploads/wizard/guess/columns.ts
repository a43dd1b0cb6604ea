import { plainHeader } from '@portal/domain/file-format/columns';
import { minutesOfClock } from '@portal/domain/file-format/numbers';
import { SHORTENED_ID } from '@portal/domain/file-format/row-mapper';
import { type Sample, textsOf } from '../read/sample';
import { recogniseInstants } from './instant-forms';
import { isKnownValue, usualMeaning } from './meanings';
import { FIELD_KEYS, type FieldKey, fieldsOfName } from '../names';

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const LINK = /^https?:\/\/\S+$/i;
const DIGITS = /^\d{1,16}(?:[.,]0+)?$/;
const NUMBER = /^[+-]?\d[\d.,]*$/;
const MOST_VALUES = 40;
/** Says whether a task is done, which is less than its status. */
const YES_OR_NO = /^(true|false|yes|no)$/i;

/** Whether a column has addresses of people. */
export function arePeople(texts: readonly string[]): boolean {
  return texts.length > 0 && mayBe('user_email', texts);
}

/** Whether the texts of a column may be those of a field; without texts everything may be. */
function mayBe(field: FieldKey, texts: readonly string[]): boolean {
  if (texts.length === 0) return true;
  const most = (is: (text: string) => boolean) => texts.filter(is).length >= texts.length * 0.8;
  if (FEW_VALUES.has(field)) return distinct(texts) <= MOST_VALUES;
  if (field.endsWith('_id')) return most((text) => DIGITS.test(text) || SHORTENED_ID.test(text));
  if (field.endsWith('_email')) return most((text) => EMAIL.test(text));
  if (field.endsWith('_at')) return recogniseInstants(texts).fitting.length > 0;
  const looks = LOOKS[field];
  return looks === undefined || most(looks);
}

const FEW_VALUES: ReadonlySet<FieldKey> = new Set([
  ...(['project_id', 'status', 'validation_status', 'batch_status', 'review.status'] as const),
]);
const LOOKS: Readonly<Partial<Record<FieldKey, (text: string) => boolean>>> = {
  colab_link: (text) => LINK.test(text),
  number_of_turns: (text) => DIGITS.test(text),
  duration_minutes: (text) => NUMBER.test(text) || minutesOfClock(text) !== undefined,
  'review.score': (text) => NUMBER.test(text),
};

/** The field of each column by its name, and of the others by what is in them; null for none. */
export function suggestedColumns(sample: Sample): (FieldKey | null)[] {
  const { headers } = sample;
  const exact = headers.map((header) => FIELD_KEYS.find((key) => key === plainHeader(header)));
  const fields = exact.map((field, at) => (exact.indexOf(field) === at ? (field ?? null) : null));
  const isFree = (field: FieldKey) => !fields.includes(field) && !excludes(field, fields);
  const texts = headers.map((header) => textsOf(sample, header));
  const fill = (suggest: (at: number) => FieldKey | undefined, takesFlags = false) => {
    for (const at of headers.keys()) {
      if (fields[at] !== null) continue;
      const field = suggest(at) ?? null;
      const isFlag = field === 'status' && isYesOrNo(texts[at] ?? []);
      fields[at] = isFlag && !takesFlags ? null : field;
    }
  };
  fill((at) => {
    const [first] = fieldsOfName(headers[at] ?? '');
    // The best name of a field counts before a lesser one in an earlier column.
    return first && isFree(first) && mayBe(first, texts[at] ?? []) ? first : undefined;
  });
  const byName = (at: number) =>
    fieldsOfName(headers[at] ?? '').find((key) => isFree(key) && mayBe(key, texts[at] ?? []));
  fill(byName);
  fill((at) => {
    const found = byContent(texts[at] ?? []);
    return found && isFree(found) ? found : undefined;
  });
  // Only without a column of statuses.
  fill(byName, true);
  return fields;
}

/** Both names of the project, and both of the batch, say the same. */
function excludes(field: FieldKey, taken: readonly (FieldKey | null)[]): boolean {
  if (field === 'project_id') return taken.includes('turing_project_id');
  if (field === 'turing_project_id') return taken.includes('project_id');
  return false;
}

/** What a column is if its name says nothing: only what is unlikely to be something else. */
function byContent(texts: readonly string[]): FieldKey | undefined {
  if (texts.length === 0) return undefined;
  if (mayBe('user_email', texts)) return 'user_email';
  if (mayBe('colab_link', texts)) return 'colab_link';
  const isId = texts.length > 1 && distinct(texts) === texts.length;
  if (isId && texts.every((text) => /^\d{3,16}$/.test(text)) && !areInstants(texts)) {
    return 'turing_task_id';
  }
  const isStatus = (text: string) =>
    isKnownValue('status', text) || (text.length > 3 && usualMeaning('status', text) !== undefined);
  const words = new Set(texts);
  if (words.size > 1 && words.size <= 12 && [...words].filter(isStatus).length > words.size / 2) {
    return isYesOrNo(texts) ? undefined : 'status';
  }
  return undefined;
}

/** Ids that rise are no seconds since 1970. */
function areInstants(texts: readonly string[]): boolean {
  return recogniseInstants(texts).fitting.length > 0;
}

function isYesOrNo(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => YES_OR_NO.test(text));
}

function distinct(texts: readonly string[]): number {
  return new Set(texts).size;
}
