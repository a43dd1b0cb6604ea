import type { FormatSettings, InstantForm } from '@portal/contracts/file-formats';
import { columnReader, type RawRow } from '@portal/domain/file-format/columns';
import { SHORTENED_ID } from '@portal/domain/file-format/row-mapper';
import { sourcesOf } from './draft';
import { isChoiceField } from './guess/guess-settings';
import { InstantForms } from './guess/instant-forms';
import type { FieldKey } from './names';
import { rowReader } from './read/file-rows';
import { textOf } from './read/sample';
import { unpackedBytes } from './read/unpacked';

/** Of a larger file the first part is read. */
const MAX_READ_BYTES = 50 * 1024 * 1024;
/** Most different values of a field that are counted one by one. */
export const MAX_VALUES = 500;

/** An id that a spreadsheet has shortened. */
export interface ShortenedId {
  readonly column: string;
  readonly row: number;
  readonly text: string;
}

/** What the rows of a file have in the columns that are used. */
export interface FileFacts {
  readonly rows: number;
  /** Whether all rows were read. */
  readonly isWhole: boolean;
  /** How often each value of a field with few values occurs, the most frequent first. */
  readonly values: ReadonlyMap<FieldKey, ReadonlyMap<string, number>>;
  readonly instants: {
    readonly fitting: readonly InstantForm[];
    /** One that the fitting forms read differently, if there is one. */
    readonly ambiguous: string | undefined;
  };
  /** The first one of each column. */
  readonly shortened: readonly ShortenedId[];
  /** The first row that is not text in the encoding. */
  readonly unreadable: number | undefined;
}

interface CountOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the share that is read. */
  readonly onProgress?: (share: number) => void;
}

/** Reads a file once, in steps between which the page stays alive. */
export async function countFacts(
  file: Blob,
  settings: FormatSettings,
  { signal, onProgress }: CountOptions = {},
): Promise<FileFacts> {
  let facts: FactCounter | undefined;
  if (settings.file === 'json') facts = new FactCounter(settings, undefined);
  let unreadable: number | undefined;
  const reader = rowReader(settings, {
    header: (headers) => (facts = new FactCounter(settings, headers)),
    row: (row, number) => {
      if (row) facts?.add(row, number);
      else unreadable ??= number;
    },
  });
  const expected = Math.min(MAX_READ_BYTES, file.size);
  let read = 0;
  let isWhole = true;
  try {
    for await (const bytes of unpackedBytes(file)) {
      signal?.throwIfAborted();
      reader.push(bytes);
      read += bytes.length;
      onProgress?.(Math.min(1, read / expected));
      if (read < MAX_READ_BYTES) continue;
      isWhole = false;
      break;
    }
    if (isWhole) reader.end();
  } catch (error) {
    if (signal?.aborted) throw error;
    // The server says what is wrong with the rest; what was read can be shown.
    isWhole = false;
  }
  return { ...(facts ?? new FactCounter(settings, [])).facts, isWhole, unreadable };
}

interface Watched {
  readonly key: FieldKey;
  readonly column: string;
  readonly textOf: (row: RawRow) => string;
}

class FactCounter {
  readonly #watched: readonly Watched[];
  readonly #values = new Map<FieldKey, Map<string, number>>();
  readonly #forms = new InstantForms();
  readonly #shortened = new Map<string, ShortenedId>();
  #rows = 0;

  constructor(settings: FormatSettings, headers: readonly string[] | undefined) {
    this.#watched = watchedOf(settings, headers);
    for (const { key } of this.#watched) if (isCounted(key)) this.#values.set(key, new Map());
  }

  add(row: RawRow, number: number): void {
    this.#rows++;
    for (const { key, column, textOf: read } of this.#watched) {
      const text = read(row);
      if (text === '') continue;
      const values = this.#values.get(key);
      if (values) count(values, text);
      if (key.endsWith('_at')) {
        this.#forms.add(text);
      } else if (key.endsWith('_id') && SHORTENED_ID.test(text) && !this.#shortened.has(column)) {
        this.#shortened.set(column, { column, row: number, text });
      }
    }
  }

  get facts(): Omit<FileFacts, 'isWhole' | 'unreadable'> {
    const sorted = [...this.#values].map(
      ([key, values]) => [key, new Map([...values].toSorted((a, b) => b[1] - a[1]))] as const,
    );
    const { fitting, ambiguous } = this.#forms;
    return {
      rows: this.#rows,
      values: new Map(sorted),
      instants: { fitting, ambiguous },
      shortened: [...this.#shortened.values()],
    };
  }
}

/** Fields whose values are listed with their counts. */
function isCounted(key: FieldKey): boolean {
  return isChoiceField(key) || COUNTED.has(key);
}
const COUNTED: ReadonlySet<FieldKey> = new Set([
  'batch_name',
  'turing_batch_id',
  'project_id',
  'turing_project_id',
]);

function count(values: Map<string, number>, text: string): void {
  const known = values.get(text);
  if (known !== undefined || values.size < MAX_VALUES) values.set(text, (known ?? 0) + 1);
}

function watchedOf(
  settings: FormatSettings,
  headers: readonly string[] | undefined,
): readonly Watched[] {
  return [...sourcesOf(settings)].flatMap(([key, source]) => {
    if (!('columns' in source)) return [];
    const isWatched = isCounted(key) || key.endsWith('_at') || key.endsWith('_id');
    const readers = source.columns.flatMap((column) => columnReader(column, headers) ?? []);
    if (!isWatched || readers.length === 0) return [];
    const read = (row: RawRow) =>
      readers
        .map((one) => textOf(one(row)))
        .filter((text) => text !== '')
        .join(source.join);
    return [{ key, column: source.columns.join(' + '), textOf: read }];
  });
}
