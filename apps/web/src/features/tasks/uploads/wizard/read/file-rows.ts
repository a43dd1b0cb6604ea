import type { FileEncoding } from '@portal/contracts/file-formats';
import type { TaskFileFormat } from '@portal/contracts/task-file';
import { CsvReader } from '@portal/domain/csv-reader';
import type { Separator } from '@portal/domain/csv-records';
import type { Decode } from '@portal/domain/csv-row';
import type { RawRow } from '@portal/domain/file-format/columns';
import { transcoder } from '@portal/domain/file-format/decoding';
import { isUsual } from '../names';
import { JsonRows } from './json-rows';

/** How the bytes of a file become rows. */
export interface Reading {
  readonly file: TaskFileFormat;
  readonly encoding: FileEncoding;
  /** Null: the one that the header line shows. */
  readonly separator: Separator | null;
}

/** What one step of reading has found. */
export interface RowSink {
  header(headers: readonly string[], separator: Separator): void;
  /** Undefined for a row that is not text in the encoding; `number` counts from 1. */
  row(row: RawRow | undefined, number: number): void;
}

export interface RowReader {
  /** @throws {Error} if the file cannot be read any further */
  push(bytes: Uint8Array): void;
  end(): void;
}

const MAX_ROW_BYTES = 16 * 1024 * 1024;

/** Reads rows as the import does, from chunks of any size. */
export function rowReader({ file, encoding, separator }: Reading, sink: RowSink): RowReader {
  if (file === 'json') return jsonReader(encoding, sink);
  const text = transcoder(encoding);
  const csv = new CsvReader(
    { maxRowBytes: MAX_ROW_BYTES, knows: isUsual, separator, decoderOf },
    {
      header: (headers, found) => sink.header(headers, found),
      row: ({ row }, cells) => sink.row(cells, row),
      refused: () => undefined,
    },
  );
  return {
    push: (bytes) => csv.push(text ? text.push(bytes) : bytes),
    end: () => {
      if (text) csv.push(text.end());
      csv.end();
    },
  };
}

function jsonReader(encoding: FileEncoding, sink: RowSink): RowReader {
  const decoder = new TextDecoder(encoding);
  const rows = new JsonRows();
  let number = 0;
  const take = (part: string) => {
    for (const row of rows.push(part)) sink.row(row, ++number);
  };
  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end: () => take(decoder.decode()),
  };
}

function decoderOf(bytes: Uint8Array): Decode {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (start, end) => {
    try {
      return utf8.decode(bytes.subarray(start, end));
    } catch {
      return undefined;
    }
  };
}
