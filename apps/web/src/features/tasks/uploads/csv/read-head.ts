import { CsvReader } from '@portal/domain/csv-reader';
import type { Separator } from '@portal/domain/csv-records';
import type { Decode } from '@portal/domain/csv-row';
import { formatOfContent, formatOfName } from '@portal/domain/task-file-format';
import { Gunzip } from 'fflate';
import { isUsual } from './suggested-fields';

/** The part of a file that is read here. */
const HEAD_BYTES = 64 * 1024;
const SHOWN_ROWS = 5;

/** The beginning of a CSV file. */
export interface CsvHead {
  readonly separator: Separator;
  readonly headers: readonly string[];
  /** The cells of the first rows, at most five. */
  readonly rows: readonly (readonly string[])[];
  /** Whether more rows may follow. */
  readonly isCutOff: boolean;
}

/**
 * The beginning of a task file; undefined if it is not CSV, or cannot be read: the server tells why.
 */
export async function readHead(file: File): Promise<CsvHead | undefined> {
  const format = formatOfName(file.name, file.type);
  if (format === 'json') return undefined;
  const sent = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const { bytes, isCutOff } = isPacked(sent)
    ? unpacked(sent, file.size > HEAD_BYTES)
    : { bytes: sent, isCutOff: file.size > HEAD_BYTES };
  if (format !== 'csv' && formatOfContent(new TextDecoder().decode(bytes)) === 'json') {
    return undefined;
  }
  return headOf(bytes, isCutOff);
}

/** Read as the server reads it; a row that is cut off is left out. */
function headOf(bytes: Uint8Array, isCutOff: boolean): CsvHead | undefined {
  let head: Pick<CsvHead, 'headers' | 'separator'> | undefined;
  const rows: (readonly string[])[] = [];
  const reader = new CsvReader(
    { maxRowBytes: HEAD_BYTES, knows: isUsual, decoderOf },
    {
      header: (headers, separator) => (head = { headers, separator }),
      row: (_place, cells) => cells && rows.push(cells),
      refused: () => undefined,
    },
  );
  try {
    reader.push(bytes);
    if (!isCutOff) reader.end();
  } catch {
    return undefined;
  }
  if (!head) return undefined;
  const { headers, separator } = head;
  const width = headers.findLastIndex(
    (header, at) => header.trim() !== '' || rows.some((cells) => (cells[at] ?? '').trim() !== ''),
  );
  return {
    headers: headers.slice(0, width + 1),
    separator,
    rows: rows.slice(0, SHOWN_ROWS),
    isCutOff,
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

function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** What packed data unpacks to, all members of it, at most as much as is read of a file. */
function unpacked(packed: Uint8Array, isCutOff: boolean) {
  const bytes = new Uint8Array(HEAD_BYTES);
  let used = 0;
  let isWhole = !isCutOff;
  const gunzip = new Gunzip((part) => {
    bytes.set(part.subarray(0, HEAD_BYTES - used), used);
    if (part.length > HEAD_BYTES - used) isWhole = false;
    used = Math.min(HEAD_BYTES, used + part.length);
  });
  try {
    // In pieces, so that no more is unpacked than is read.
    for (let at = 0; at < packed.length && used < HEAD_BYTES; at += PIECE_BYTES) {
      gunzip.push(
        packed.subarray(at, at + PIECE_BYTES),
        isWhole && at + PIECE_BYTES >= packed.length,
      );
    }
  } catch {
    isWhole = false;
  }
  return { bytes: bytes.subarray(0, used), isCutOff: !isWhole };
}

const PIECE_BYTES = 1024;
