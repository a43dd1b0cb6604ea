import { csvRecords, type Separator, separatorOf } from '@portal/domain/csv-records';
import { formatOfContent, formatOfName } from '@portal/domain/task-file-format';

/** The part of a file that is read here. */
const HEAD_BYTES = 64 * 1024;
const SHOWN_ROWS = 5;

/** The beginning of a CSV file. */
export interface CsvHead {
  readonly separator: Separator;
  readonly headers: readonly string[];
  /** The cells of the first rows, at most five. */
  readonly rows: readonly (readonly string[])[];
}

/** The beginning of a task file; undefined if it is not CSV, or is damaged, which the server tells. */
export async function readHead(file: File): Promise<CsvHead | undefined> {
  const format = formatOfName(file.name, file.type);
  if (format === 'json') return undefined;
  const text = await headText(file);
  if (format !== 'csv' && formatOfContent(text) === 'json') return undefined;
  const plain = text.replace(/^\uFEFF?(?:\r?\n)*/, '');
  const separator = separatorOf(plain.slice(0, plain.indexOf('\n') + 1 || plain.length));
  const records = csvRecords(plain, separator, 'kept');
  // The last one may be cut off.
  if (file.size > HEAD_BYTES && records.length > 1) records.pop();
  const [headers, ...rows] = records.map(({ cells }) => cells);
  return headers && { separator, headers, rows: rows.slice(0, SHOWN_ROWS) };
}

async function headText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new TextDecoder().decode(isPacked ? await unpacked(bytes) : bytes);
}

/** What the beginning of packed data unpacks to, at most as much as is read of a file. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .getReader();
  const head = new Uint8Array(HEAD_BYTES);
  let used = 0;
  try {
    while (used < HEAD_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      head.set(value.subarray(0, HEAD_BYTES - used), used);
      used = Math.min(HEAD_BYTES, used + value.length);
    }
    await reader.cancel();
  } catch {
    // The end of the data is missing, as it is cut off.
  }
  return head.subarray(0, used);
}
