import createModule from 'libpg-query/wasm/libpg-query.js';
import { z } from 'zod';

/** `cursor` counts characters from 0, as PostgreSQL does. */
export interface SyntaxError {
  message: string;
  cursor: number;
}
/** Offsets count bytes of UTF-8 from 0, as everywhere in what the parser gives. */
export interface Token {
  start: number;
  end: number;
  text: string;
}
interface Statement {
  start: number;
  /** In bytes; undefined: to the end of the text. */
  length: number | undefined;
  tree: unknown;
}
export type ParseResult =
  | { kind: 'parsed'; statements: Statement[] }
  | { kind: 'wrong'; error: SyntaxError }
  | Crash;
/** The parser gave up, for want of stack: the text is too complex. */
interface Crash {
  kind: 'crashed';
}

const parseSchema = z.object({
  stmts: z
    .array(
      z.object({
        stmt: z.unknown(),
        stmt_location: z.int().default(0),
        stmt_len: z.int().optional(),
      }),
    )
    .default([]),
});
const scanSchema = z.object({
  tokens: z
    .array(z.object({ start: z.int().default(0), end: z.int(), text: z.string() }))
    .default([]),
});

type Module = Awaited<ReturnType<typeof createModule>>;
let current: Promise<Module> | undefined;

/** PostgreSQL's own parser. Never throws on account of the text. */
export async function parse(text: string): Promise<ParseResult> {
  return use((module) => withText(module, text, (pointer) => parseAt(module, pointer)));
}

/** PostgreSQL's own scanner: the tokens, comments included. Undefined: the text has no tokens. */
export async function scan(text: string): Promise<Token[] | undefined> {
  const tokens = await use((module) =>
    withText(module, text, (pointer) => {
      const answer = module._wasm_scan(pointer);
      try {
        const json = module.UTF8ToString(answer);
        return json.startsWith('{') ? scanSchema.parse(JSON.parse(json)).tokens : [];
      } finally {
        module._wasm_free_string(answer);
      }
    }),
  );
  return Array.isArray(tokens) ? tokens : undefined;
}

/**
 * A text that overflows the stack leaves the instance with its own stack moved, and after a hundred
 * of them it answers nothing any more; so the next caller gets a new one.
 */
async function use<T>(work: (module: Module) => T): Promise<T | Crash> {
  current ??= createModule();
  const instance = current;
  const module = await instance;
  try {
    return work(module);
  } catch {
    if (current === instance) current = undefined;
    return { kind: 'crashed' };
  }
}

function withText<T>(module: Module, text: string, work: (pointer: number) => T): T {
  const bytes = module.lengthBytesUTF8(text) + 1;
  const pointer = module._malloc(bytes);
  module.stringToUTF8(text, pointer, bytes);
  const result = work(pointer);
  module._free(pointer);
  return result;
}

function parseAt(module: Module, pointer: number): ParseResult {
  const result = module._wasm_parse_query_raw(pointer);
  try {
    const error = module.getValue(result + 8, 'i32');
    if (error !== 0) return { kind: 'wrong', error: readError(module, error) };
    const json = module.UTF8ToString(module.getValue(result, 'i32'));
    const statements = parseSchema.parse(JSON.parse(json)).stmts.map((each) => ({
      start: each.stmt_location,
      length: each.stmt_len,
      tree: each.stmt,
    }));
    return { kind: 'parsed', statements };
  } finally {
    module._wasm_free_parse_result(result);
  }
}

/** PgQueryError of libpg_query: message, function, file, line, cursor (from 1; 0: unknown). */
function readError(module: Module, pointer: number): SyntaxError {
  return {
    message: module.UTF8ToString(module.getValue(pointer, 'i32')),
    cursor: Math.max(0, module.getValue(pointer + 16, 'i32') - 1),
  };
}
