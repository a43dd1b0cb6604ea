import { describe, expect, it } from 'vitest';
import { previewOf } from './plan';
import { type Entry, readList } from './read-list';

function short(entry: Entry): (string | number)[] {
  const { line } = entry;
  if (entry.kind === 'person') return [line, entry.email, entry.name, entry.role];
  return entry.kind === 'invalid'
    ? [line, `! ${entry.reason}`]
    : [line, `= ${entry.email} ${entry.first}`];
}
const read = (list: string) => readList(list).entries.map(short);

describe('the list of people', () => {
  it.each([
    ['commas', 'email,name,role\nADA@example.com,Ada Marsh,trainer\nbo@example.com,"Lee, Bo",\n'],
    [
      'a byte order mark',
      '\u{feff}Email,Name,Role\r\nada@example.com,Ada Marsh,trainer\r\nbo@example.com,"Lee, Bo"',
    ],
    ['tabs', 'E-Mail\tName\tRole\nada@example.com\tAda Marsh\ttrainer\nbo@example.com\tLee, Bo\t'],
    [
      'semicolons',
      'role; Full Name ;Email address\ntrainer;Ada Marsh;ada@example.com\n;Lee, Bo;bo@example.com',
    ],
  ])('USERPAGE-31 is a table with a header, in any order: %s', (_name, list) => {
    expect(read(list)).toEqual([
      [2, 'ada@example.com', 'Ada Marsh', 'trainer'],
      [3, 'bo@example.com', 'Lee, Bo', ''],
    ]);
  });

  it('USERPAGE-61 has bullets and numbers, which are no names', () => {
    const list = [
      '1. ada@example.com',
      '(2) Bo Lee bo@example.com',
      '3) "Cy Ng" <cy@example.com>',
      '• di@example.com',
      '•ed@example.com',
      '- Fi fi@example.com',
      '\uf0b7\tgus@example.com',
      '8\tA. Han\than@example.com\ttrainer',
      '9 ida@example.com',
    ];
    expect(read(list.join('\n'))).toEqual([
      [1, 'ada@example.com', '', ''],
      [2, 'bo@example.com', 'Bo Lee', ''],
      [3, 'cy@example.com', 'Cy Ng', ''],
      [4, 'di@example.com', '', ''],
      [5, 'ed@example.com', '', ''],
      [6, 'fi@example.com', 'Fi', ''],
      [7, 'gus@example.com', '', ''],
      [8, 'han@example.com', 'A. Han', 'trainer'],
      [9, 'ida@example.com', '', ''],
    ]);
  });

  it('USERPAGE-62 names the invisible character of an address', () => {
    const hidden = 'contains the invisible character U+200B (zero width space); delete it';
    expect(read('ada\u200b@example.com\n\u00a0bo@example.com')).toEqual([
      [1, `! 'ada\u200b@example.com' ${hidden}`],
      [2, 'bo@example.com', '', ''],
    ]);
  });

  it('USERPAGE-31 says which columns of a header it does not read', () => {
    const { entries, unread } = readList('Department,email,Start\nA,ada@example.com,2026-01-01');
    expect([entries.map(short), unread]).toEqual([
      [[2, 'ada@example.com', '', '']],
      ['Department', 'Start'],
    ]);
    expect(read('Email\nada@example.com\nbo@example.com, Bo')).toEqual([
      [2, 'ada@example.com', '', ''],
      [3, 'bo@example.com', 'Bo', ''],
    ]);
  });

  it('USERPAGE-31 has email, name and role without a header, or emails and addresses with names', () => {
    const list = [
      'ada@example.com,Ada Marsh,trainer',
      '',
      'bo@example.com;;reviewer',
      'Cy Ng\tcy@example.com',
      '"Di, Wu" <di@example.com>; "Ed" <ed@example.com>',
      'fi@example.com gus@example.com,han@example.com',
      'Zoë 李 zoe@example.com',
      'ida@example.com,=HYPERLINK("http://x"),trainer',
    ];
    expect(read(list.join('\n'))).toEqual([
      [1, 'ada@example.com', 'Ada Marsh', 'trainer'],
      [3, 'bo@example.com', '', 'reviewer'],
      [4, 'cy@example.com', 'Cy Ng', ''],
      [5, 'di@example.com', 'Di, Wu', ''],
      [5, 'ed@example.com', 'Ed', ''],
      [6, 'fi@example.com', '', ''],
      [6, 'gus@example.com', '', ''],
      [6, 'han@example.com', '', ''],
      [7, 'zoe@example.com', 'Zoë 李', ''],
      [8, 'ida@example.com', '=HYPERLINK("http://x")', 'trainer'],
    ]);
  });

  it('USERPAGE-32 says of each invalid line what would be right', () => {
    const long = 'x'.repeat(201);
    const list = `email,name,role\nnobody,Nobody,\n,Ada,\na@b.cd,${long},\nc@d.ef,Ann, Lee,trainer\ng@h.ij,\u200b,`;
    expect(read(list)).toEqual([
      [2, "! 'nobody' is not an email; write one such as ada@example.com"],
      [3, '! There is no email; write one such as ada@example.com'],
      [4, '! The name must have 1 to 200 characters, and no NUL'],
      [
        5,
        '! There are too many columns: the header has 3 columns. Put quotes around a text with a comma',
      ],
      [6, '! The name must have 1 to 200 characters, and no NUL'],
    ]);
    expect(read('E-Post,Navn\nada@example.com,Ada,trainer,x')).toEqual([
      [1, "! 'E-Post' is not an email; write one such as ada@example.com"],
      [
        2,
        '! There are too many columns: a line has an email, a name and a role. Put quotes around a text with a comma',
      ],
    ]);
  });

  it('USERPAGE-32 has each person once', () => {
    expect(read('ada@example.com\nADA@example.com,Ada\nada@example.com,,trainer')).toEqual([
      [1, 'ada@example.com', '', ''],
      [2, '= ada@example.com 1'],
      [3, '! Line 1 has ada@example.com with no role; write one line for each person'],
    ]);
  });

  it('USERPAGE-31 is read whole with a thousand lines', () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => `p${n}@example.com,"Person ""${n}"""`);
    expect(read(`email,name\n${lines.join('\n')}`)[999]).toEqual([
      1001,
      'p999@example.com',
      'Person "999"',
      '',
    ]);
  });

  it('USERPAGE-16 becomes a preview that says what happens to each line', () => {
    const { entries } = readList(
      'a@example.com,Ann\nb@example.com\nx\na@example.com\nc@example.com',
    );
    const people = [
      {
        email: 'a@example.com',
        is_new: true,
        role: { name: 'trainer', is_new: true },
        pod_role: { name: 'trainer' as const, is_new: true },
        refusal: null,
      },
      {
        email: 'b@example.com',
        is_new: false,
        role: { name: 'project_admin', is_new: false },
        pod_role: { name: 'lead' as const, is_new: false },
        refusal: null,
      },
      {
        email: 'c@example.com',
        is_new: false,
        role: null,
        pod_role: null,
        refusal: 'No permission',
      },
    ];
    const choice = {
      project: { id: 3, name: 'Alpha' },
      pod: { name: 'Juniper', role: 'trainer' as const },
    };
    expect(previewOf(entries, { people }, choice).map(({ kind, what }) => [kind, what])).toEqual([
      ['new', 'New account, role trainer in Alpha, trainer in pod Juniper'],
      ['known', 'Already project admin in Alpha, already pod lead in pod Juniper'],
      ['invalid', "'x' is not an email; write one such as ada@example.com"],
      ['repeated', 'Nothing: as line 1'],
      ['invalid', 'No permission'],
    ]);
  });
});
