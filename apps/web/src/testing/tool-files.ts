import type { FormatSettings } from '@portal/contracts/file-formats';

/** Files in the forms of public tools, as people export them. */
const TRAINERS = ['ana@example.com', 'ben@example.com', 'caro@example.com'];

const numbered = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const two = (value: number): string => String(value).padStart(2, '0');

/** The JSON export of Label Studio: nested, without a status. */
export function labelStudioFile(count = 4): File {
  const tasks = numbered(count, (at) => ({
    id: 7000 + at,
    annotations: [
      {
        id: 9000 + at,
        completed_by: { id: 3, email: TRAINERS[at % 3] },
        result: [{ value: { choices: ['good'] } }],
        lead_time: 90 + at,
        created_at: `2026-01-0${(at % 8) + 1}T09:00:00.123456Z`,
      },
    ],
    data: { text: `Say "hi", ${at}`, url: `https://tool.example.com/${at}` },
    meta: {},
    created_at: '2026-01-01T08:00:00.000000Z',
    updated_at: `2026-01-0${(at % 8) + 1}T10:00:00.000000Z`,
    is_labeled: at % 4 !== 3,
    total_annotations: 1,
    project: 5,
  }));
  return new File([JSON.stringify(tasks, null, 2)], 'project-5-export.json');
}

const GERMAN_HEADER = 'Aufgaben-Nr;Paket;Bearbeiter;Zustand;Erledigt am;Dauer (Std);Prüfung';

/** A sheet that a German Excel saved: semicolons, decimal commas, days first, in Windows-1252. */
export function germanFile(count = 4): File {
  const rows = numbered(count, (at) =>
    [
      ...[5000 + at, `Größe ${(at % 2) + 1}`, TRAINERS[at % 3]],
      ...[at % 4 === 3 ? 'In Arbeit' : 'Erledigt', `${two((at % 27) + 1)}.01.2026 14:30`],
      ...[`${(at % 3) + 1},5`, at % 2 === 0 ? 'OK' : 'Abgelehnt'],
    ].join(';'),
  );
  return new File([windows1252([GERMAN_HEADER, ...rows, ''].join('\r\n'))], 'Aufgaben.csv');
}

/** Letters of this code page that are no ASCII have the numbers of Unicode, as far as they are used here. */
function windows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** A sheet of Google in the United States: months first, words for statuses, names of projects. */
export function googleSheetFile(count = 4, project = 'Project 1'): File {
  const statuses = ['Done', 'Approved', 'Rejected', 'To do'];
  const rows = numbered(count, (at) =>
    [
      ...[3000 + at, project, 'Week 1', TRAINERS[at % 3], statuses[at % 4]],
      `1/${(at % 28) + 1}/2026 ${(at % 11) + 1}:05 ${at % 2 === 0 ? 'AM' : 'PM'}`,
      ...['"25"', `https://docs.example.com/${at}`],
    ].join(','),
  );
  const header = 'Task ID,Project,Batch,Assignee,Status,Completed,Minutes,Link';
  return new File([[header, ...rows, ''].join('\n')], 'Tasks - Sheet1.csv');
}

/** The results of a pool of Toloka: tabs, colons in the headers, ids that are no numbers. */
export function tolokaFile(count = 4): File {
  const header = [
    ...['INPUT:task_id', 'INPUT:image', 'OUTPUT:result', 'ASSIGNMENT:link'],
    ...['ASSIGNMENT:assignment_id', 'ASSIGNMENT:worker_id', 'ASSIGNMENT:status'],
    ...['ASSIGNMENT:started', 'ASSIGNMENT:submitted'],
  ];
  const rows = numbered(count, (at) => [
    ...[String(8000 + at), `https://img.example.com/${at}.png`, 'cat'],
    ...[`https://tool.example.com/assignment/${at}`, `000${at}-aa`, `w${at}`],
    ...[at % 3 === 2 ? 'REJECTED' : 'APPROVED'],
    ...[`2026-01-05T10:0${at % 10}:00.000`, `2026-01-05T10:1${at % 10}:00.000`],
  ]);
  const text = [header, ...rows].map((cells) => cells.join('\t')).join('\n');
  return new File([`${text}\n`], 'assignments_from_pool.tsv');
}

/** Settings of a format; what is not given is as in a file of tasks with four columns. */
export function formatSettings(over: Partial<FormatSettings> = {}): FormatSettings {
  const from = (column: string) => ({ columns: [column], join: ' ', values: {} });
  return {
    ...{ file: 'csv', rows: 'tasks', encoding: 'utf-8', separator: ',', decimal: '.' },
    ...{ empty: 'keep', instants: 'year-first', time_zone: 'UTC', duration: 'minutes' },
    columns: ['Key', 'Set', 'State'],
    fields: {
      turing_task_id: from('Key'),
      project_id: { constant: 1 },
      batch_name: from('Set'),
      status: from('State'),
    },
    review: {},
    metadata: [],
    ...over,
  };
}
