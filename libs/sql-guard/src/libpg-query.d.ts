/**
 * The module behind the package's wrapper. The wrapper copies tokens and trees value by value; we
 * read only what we need (docs/adr/0093).
 */
declare module 'libpg-query/wasm/libpg-query.js' {
  interface PgQueryModule {
    /** The whole memory of the module. */
    HEAPU8: Uint8Array<ArrayBuffer>;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _wasm_parse_query_raw(query: number): number;
    _wasm_free_parse_result(result: number): void;
    _wasm_scan(query: number): number;
    _wasm_free_string(text: number): void;
    getValue(pointer: number, type: 'i32'): number;
    lengthBytesUTF8(text: string): number;
    stringToUTF8(text: string, pointer: number, bytes: number): void;
  }
  export default function createModule(): Promise<PgQueryModule>;
}

/** @types/node declares it from version 22 on. */
declare namespace WebAssembly {
  class Memory {
    grow(pages: number): number;
  }
}
