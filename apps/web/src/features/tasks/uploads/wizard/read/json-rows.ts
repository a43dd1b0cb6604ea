import { isObject } from '@portal/contracts/objects';
import { parseJson } from '../../../../../lib/parse-json';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** A longer row is one that never ends. */
const MAX_ROW = 16 * 1024 * 1024;

export type JsonRow = Readonly<Record<string, unknown>>;

/**
 * Splits JSON into its rows: the objects in a list, or one after the other. It reads what it can: the server says what
 * is wrong with a file.
 */
export class JsonRows {
  #text = '';
  #at = 0;
  #start = -1;
  #depth = 0;
  #isInString = false;
  /** The depth at which rows begin; undefined until the first bracket. */
  #base: 0 | 1 | undefined;

  /** The rows that end in this part. @throws {Error} if a row does not end */
  push(part: string): JsonRow[] {
    this.#text += part;
    const rows: JsonRow[] = [];
    for (; this.#at < this.#text.length; this.#at++) {
      const text = this.#step(this.#text.charCodeAt(this.#at));
      const row = text === undefined ? undefined : parsed(text);
      if (row) rows.push(row);
    }
    const kept = this.#start === -1 ? this.#at : this.#start;
    this.#text = this.#text.slice(kept);
    this.#at -= kept;
    if (this.#start !== -1) this.#start = 0;
    if (this.#text.length > MAX_ROW) throw new Error('A row does not end');
    return rows;
  }

  /** The text of the row that ends with this character. */
  #step(code: number): string | undefined {
    if (this.#isInString) {
      if (code === BACKSLASH) this.#at++;
      else if (code === QUOTE) this.#isInString = false;
    } else if (code === QUOTE) {
      this.#isInString = true;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      this.#base ??= code === OPEN_LIST ? 1 : 0;
      if (this.#depth === this.#base && code === OPEN_OBJECT) this.#start = this.#at;
      this.#depth++;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      this.#depth--;
      if (this.#depth !== this.#base || this.#start === -1) return undefined;
      const row = this.#text.slice(this.#start, this.#at + 1);
      this.#start = -1;
      return row;
    }
    return undefined;
  }
}

function parsed(text: string): JsonRow | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

const MAX_DEPTH = 5;
const MAX_PATHS = 2000;

/**
 * The columns of rows: their keys, and the paths to what is in objects and in the first element of lists, such as
 * `data.assignee.email` and `annotations.0.id`.
 */
export function pathsOf(rows: readonly JsonRow[]): string[] {
  const paths = new Set<string>();
  for (const row of rows) addPaths(row, '', 1, paths);
  return [...paths];
}

function addPaths(value: unknown, path: string, depth: number, paths: Set<string>): void {
  const inner = Array.isArray(value) ? value.slice(0, 1) : value;
  const isNested = typeof inner === 'object' && inner !== null && depth <= MAX_DEPTH;
  const isPlainList = Array.isArray(inner) && !isObject(inner[0]);
  if (!isNested || isPlainList || Object.keys(inner).length === 0) {
    if (path !== '' && paths.size < MAX_PATHS) paths.add(path);
    return;
  }
  for (const [key, member] of Object.entries(inner)) {
    // A path has its steps between points.
    if (key === '' || (path !== '' && key.includes('.'))) continue;
    addPaths(member, path === '' ? key : `${path}.${key}`, depth + 1, paths);
  }
}
