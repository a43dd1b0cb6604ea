import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import { readTaskFile, type ReadEnd, type ReadSettings } from '../reader/read-task-file.js';
import type { CopyTable } from '../reader/copy-lines.js';

/** The reader's clock in specs. */
export const NOW = new Date('2026-07-01T12:00:00Z');

export const JSON_READING = { format: 'json', columns: null, empty: 'keep' } as const;

const READ_SETTINGS: ReadSettings = {
  projects: new Map([
    [1001, 1],
    [1002, 2],
  ]),
  rules: new Map(),
  projectIds: new Set([1, 2]),
  batches: new Map(),
  keepValidRows: false,
  reading: JSON_READING,
  target: 'stage',
  nowMs: NOW.getTime(),
  limits: { ...TASK_FILE_LIMITS, maxUnpackedBytes: 256 * 1024 * 1024 },
};

export interface Reading {
  readonly end: ReadEnd;
  /** Lines of COPY text, split into fields. */
  readonly lines: Record<CopyTable, string[][]>;
  /** The tables in the order of the blocks, with the first field of each line. */
  readonly blocks: { table: CopyTable; ids: string[] }[];
}

/** Reads a whole file in the given chunks. */
export async function readAll(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  settings: Partial<ReadSettings> = {},
): Promise<Reading> {
  const text: Record<CopyTable, string> = {
    stage_batch: '',
    stage_task: '',
    stage_review: '',
    'core.task': '',
    'core.task_review': '',
  };
  const blocks: Reading['blocks'] = [];
  for await (const event of eventsOf(chunks, settings)) {
    if (event.kind === 'block') {
      const block = Buffer.from(event.bytes).toString();
      text[event.table] += block;
      blocks.push({ table: event.table, ids: fieldsOf(block).map(([id = '']) => id) });
    }
    if (event.kind !== 'end') continue;
    return {
      end: event,
      blocks,
      lines: {
        stage_batch: fieldsOf(text.stage_batch),
        stage_task: fieldsOf(text.stage_task),
        stage_review: fieldsOf(text.stage_review),
        'core.task': fieldsOf(text['core.task']),
        'core.task_review': fieldsOf(text['core.task_review']),
      },
    };
  }
  throw new Error('the reader gave no end');
}

/** Reads a whole file and keeps nothing of it. */
export async function readToEnd(
  chunks: Iterable<Buffer>,
  settings: Partial<ReadSettings> = {},
): Promise<ReadEnd> {
  for await (const event of eventsOf(chunks, settings)) if (event.kind === 'end') return event;
  throw new Error('the reader gave no end');
}

function eventsOf(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  settings: Partial<ReadSettings>,
): ReturnType<typeof readTaskFile> {
  const file = (async function* () {
    yield* chunks;
  })();
  return readTaskFile(file, { ...READ_SETTINGS, ...settings });
}

/** Reads one text, or one buffer, in a single chunk. */
export function readText(
  content: string | Buffer,
  settings: Partial<ReadSettings> = {},
): Promise<Reading> {
  return readAll([Buffer.from(content)], settings);
}

function fieldsOf(text: string): string[][] {
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
}
