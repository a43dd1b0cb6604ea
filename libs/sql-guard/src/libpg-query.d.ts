/**
 * What the package's own wrapper is built on. The wrapper keeps one instance for good; we need to
 * replace an instance whose stack has overflowed (docs/adr/0093).
 */
declare module 'libpg-query/wasm/libpg-query.js' {
  interface PgQueryModule {
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _wasm_parse_query_raw(query: number): number;
    _wasm_free_parse_result(result: number): void;
    _wasm_scan(query: number): number;
    _wasm_free_string(text: number): void;
    getValue(pointer: number, type: 'i32'): number;
    lengthBytesUTF8(text: string): number;
    stringToUTF8(text: string, pointer: number, bytes: number): void;
    UTF8ToString(pointer: number): string;
  }
  export default function createModule(): Promise<PgQueryModule>;
}
