import { roleTitle } from '../../../ui/role-chip';
import { onboardedNameSchema, onboardedRoleSchema } from '@portal/contracts/onboarding';
import { emailSchema, hiddenIn } from '@portal/contracts/scalars';
import { type CsvRecord, csvRecords, separatorOf } from '@portal/domain/csv-records';
import { columnsOf, type RawPerson, peopleByColumn, peopleIn } from './list-columns';

interface Place {
  /** The line of the list, from 1. */
  readonly line: number;
  readonly text: string;
}

/** A person of the list, as far as the list alone tells. */
export interface Person extends Place {
  readonly kind: 'person';
  readonly email: string;
  /** Empty without a name, or a role of their own. */
  readonly name: string;
  readonly role: string;
}

/** What one line says, or one of the people in it. */
export type Entry =
  | Person
  | (Place & { readonly kind: 'invalid'; readonly reason: string })
  /** The same person as in an earlier line. */
  | (Place & { readonly kind: 'repeated'; readonly email: string; readonly first: number });

/** A list of people that somebody pasted or a file contains. */
export interface PeopleList {
  readonly entries: readonly Entry[];
  /** Columns of the header that nothing reads. */
  readonly unread: readonly string[];
}

/**
 * Reads a table with a header (email, name and role, in any order), or lines with an email, and
 * maybe a name and a role. Tabs, semicolons and commas separate columns.
 */
export function readList(list: string): PeopleList {
  const records = csvRecords(list);
  const columns = columnsOf(records[0]?.cells ?? []);
  if (!columns) return { entries: checked(records, peopleIn), unread: [] };
  // A single column has no separator; each line then has its own.
  if (columns.count === 1) return { entries: checked(records.slice(1), peopleIn), unread: [] };
  const rows = csvRecords(list, separatorOf(records[0]?.text ?? '')).slice(1);
  return { entries: checked(rows, peopleByColumn(columns)), unread: columns.unread };
}

function checked(
  records: readonly CsvRecord[],
  read: (cells: readonly string[]) => readonly RawPerson[],
): Entry[] {
  const seen = new Map<string, Person>();
  return records.flatMap(({ line, text, cells }) =>
    read(cells).map((raw): Entry => {
      const entry = entryOf({ line, text }, raw);
      if (entry.kind !== 'person') return entry;
      const first = seen.get(entry.email);
      if (!first) {
        seen.set(entry.email, entry);
        return entry;
      }
      return entry.role === first.role
        ? { line, text, kind: 'repeated', email: entry.email, first: first.line }
        : { line, text, kind: 'invalid', reason: conflictOf(first) };
    }),
  );
}

function conflictOf({ email, line, role }: Person): string {
  const other = role === '' ? 'no role' : `the role '${roleTitle(role)}'`;
  return `Line ${line} has ${email} with ${other}; write one line for each person`;
}

function entryOf(place: Place, raw: RawPerson): Entry {
  const invalid = (reason: string): Entry => ({ ...place, kind: 'invalid', reason });
  if (raw.flaw !== undefined) return invalid(raw.flaw);
  const email = emailSchema.safeParse(raw.address);
  if (!email.success) {
    return invalid(
      raw.address === ''
        ? 'There is no email; write one such as ada@example.com'
        : notAnEmail(raw.address),
    );
  }
  const name = optional(onboardedNameSchema, raw.name);
  if (name === undefined) return invalid('The name must have 1 to 200 characters, and no NUL');
  const role = optional(onboardedRoleSchema, raw.role);
  if (role === undefined) return invalid('The role must be the name of a role');
  return { ...place, kind: 'person', email: email.data, name, role };
}

function notAnEmail(address: string): string {
  const hidden = hiddenIn(address);
  return hidden === undefined
    ? `'${address}' is not an email; write one such as ada@example.com`
    : `'${address}' ${hidden}`;
}

/** The text as it is stored; undefined if it cannot be. */
function optional(schema: typeof onboardedNameSchema, text: string): string | undefined {
  return text === '' ? '' : schema.safeParse(text).data;
}
