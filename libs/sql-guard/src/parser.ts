import createModule from 'libpg-query/wasm/libpg-query.js';
import { z } from 'zod';
import { ParserCrash } from './parser-crash.js';

/** `cursor` is in characters from 0, as in PostgreSQL. */
export interface SyntaxError {
  message: string;
  cursor: number;
}
interface Statement {
  /** In bytes of UTF-8 from 0, as all offsets of the parser. */
  start: number;
  tree: unknown;
}
export type ParseResult =
  | { kind: 'parsed'; statements: Statement[] }
  | { kind: 'wrong'; error: SyntaxError };

const parseSchema = z.object({
  stmts: z.array(z.object({ stmt: z.unknown(), stmt_location: z.int().default(0) })).default([]),
});

const module = await createModule();

/**
 * PostgreSQL's own parser.
 * @throws {ParserCrash}
 */
export function parse(text: string): ParseResult {
  return withText(text, (pointer) => {
    const result = module._wasm_parse_query_raw(pointer);
    try {
      return readResult(result);
    } finally {
      module._wasm_free_parse_result(result);
    }
  });
}

/**
 * PostgreSQL's own scanner. Returns the tokens as JSON, comments included, each with `start`, `end`
 * and `text`, or a message if the scan fails. Control characters in the JSON are not escaped.
 * @throws {ParserCrash}
 */
export function scan(text: string): string {
  return withText(text, (pointer) => {
    const tokens = module._wasm_scan(pointer);
    try {
      return textAt(tokens);
    } finally {
      module._wasm_free_string(tokens);
    }
  });
}

function withText<T>(text: string, work: (pointer: number) => T): T {
  try {
    const bytes = module.lengthBytesUTF8(text) + 1;
    const pointer = module._malloc(bytes);
    module.stringToUTF8(text, pointer, bytes);
    const result = work(pointer);
    module._free(pointer);
    return result;
  } catch (cause) {
    throw new ParserCrash('The parser could not read the text', { cause });
  }
}

/** The package's own function searches for the end of the string byte by byte in JavaScript. */
function textAt(pointer: number): string {
  const memory = module.HEAPU8;
  const end = memory.indexOf(0, pointer);
  return Buffer.from(memory.buffer, pointer, end - pointer).toString();
}

function readResult(result: number): ParseResult {
  const error = module.getValue(result + 8, 'i32');
  if (error !== 0) return { kind: 'wrong', error: readError(error) };
  const json = textAt(module.getValue(result, 'i32'));
  const statements = parseSchema
    .parse(JSON.parse(json))
    .stmts.map(({ stmt, stmt_location }) => ({ start: stmt_location, tree: stmt }));
  return { kind: 'parsed', statements };
}

/** PgQueryError of libpg_query: message, function, file, line, cursor (from 1; 0: unknown). */
function readError(pointer: number): SyntaxError {
  return {
    message: textAt(module.getValue(pointer, 'i32')),
    cursor: Math.max(0, module.getValue(pointer + 16, 'i32') - 1),
  };
}
