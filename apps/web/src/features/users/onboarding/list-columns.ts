/** A person as a line has it. */
export interface RawPerson {
  readonly address: string;
  readonly name: string;
  readonly role: string;
  /** Why the line cannot be read. */
  readonly flaw?: string;
}

const NOTHING: RawPerson = { address: '', name: '', role: '' };

/** Names of the columns in a header, without case, blanks and punctuation. */
const HEADINGS = {
  email: ['email', 'emailaddress', 'mail', 'useremail'],
  name: ['name', 'fullname', 'displayname', 'username'],
  role: ['role', 'rolename'],
} as const;

/** The positions of the columns that a header names; -1 for none. */
export interface Columns {
  readonly count: number;
  readonly email: number;
  readonly name: number;
  readonly role: number;
  /** The headings that nothing reads. */
  readonly unread: readonly string[];
}

/** The columns of a header; undefined if the cells are none. */
export function columnsOf(cells: readonly string[]): Columns | undefined {
  const headings = cells.map((cell) => cell.toLowerCase().replaceAll(/[^\p{L}]/gu, ''));
  const find = (names: readonly string[]) => headings.findIndex((name) => names.includes(name));
  const [email, name, role] = [HEADINGS.email, HEADINGS.name, HEADINGS.role].map(find);
  if (email === undefined || name === undefined || role === undefined) return undefined;
  if (email === -1 || cells.some((cell) => cell.includes('@'))) return undefined;
  const unread = cells.filter((cell, at) => cell !== '' && ![email, name, role].includes(at));
  return { count: cells.length, email, name, role, unread };
}

/** The person in the cells of a table with a header. */
export function peopleByColumn({ count, email, name, role }: Columns) {
  return (cells: readonly string[]): readonly RawPerson[] => {
    if (cells.slice(count).some((cell) => cell !== '')) {
      return [{ ...NOTHING, flaw: tooManyCells(`the header has ${count} columns`) }];
    }
    const [person = NOTHING] = peopleInText(cells[email] ?? '');
    return [{ ...person, name: cells[name] || person.name, role: cells[role] ?? '' }];
  };
}

/**
 * The people in the cells of a line without a header: several emails, or one with a name and a role.
 */
export function peopleIn(all: readonly string[]): readonly RawPerson[] {
  const [first = '', ...others] = all;
  const cells = others.length > 0 && `${first} `.replace(MARKER, '') === '' ? others : all;
  const filled = cells.filter((cell) => cell !== '');
  if (filled.every((cell) => cell.includes('@'))) return filled.flatMap(peopleInText);
  const at = Math.max(
    0,
    cells.findIndex((cell) => cell.includes('@')),
  );
  const people = peopleInText(cells[at] ?? '');
  const [person = NOTHING] = people;
  const [name = '', role = '', ...more] = cells.toSpliced(at, 1);
  if (people.length > 1 || more.some((cell) => cell !== '')) {
    return [{ ...NOTHING, flaw: tooManyCells('a line has an email, a name and a role') }];
  }
  return [{ ...person, name: name || person.name, role }];
}

function tooManyCells(limit: string): string {
  return `There are too many columns: ${limit}. Put quotes around a text with a comma`;
}

/** What numbers or marks the lines of a pasted list: '1.', '(2)', '3)', '4', '-', '•'. */
const MARKER = /^(?:(?:\(?\d{1,4}[.)]|\d{1,4}|[-*+–—])(?=\s)|[•◦‣⁃∙·●○▪▫■□☐✓✔➢→\uf0b7])\s*/u;

/** 'Ada Marsh <ada@example.com>', 'Ada Marsh ada@example.com', or emails. */
function peopleInText(cell: string): RawPerson[] {
  const text = cell.replace(MARKER, '');
  const bracketed = /^([^<]*)<([^<>]*)>$/.exec(text);
  if (bracketed) {
    const [, name = '', address = ''] = bracketed;
    return [{ ...NOTHING, address: address.trim(), name: name.replaceAll('"', '').trim() }];
  }
  const words = text.split(/\s+/);
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length === words.length) return words.map((address) => ({ ...NOTHING, address }));
  const [address = text] = addresses.length === 1 ? addresses : [];
  return [{ ...NOTHING, address, name: words.filter((word) => word !== address).join(' ') }];
}
