const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** Free text, or a number, in COPY's text format. */
export function copyValue(value: string | number | null): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === 'number' || !SPECIAL.test(value)) return String(value);
  return value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

const BLOCK_BYTES = 1024 * 1024;

/**
 * Gathers lines of COPY text into blocks whose memory can be handed to another thread. `onBlock`
 * owns what it gets.
 */
export class BlockWriter {
  #block: Buffer<ArrayBuffer> | undefined;
  #used = 0;

  constructor(private readonly onBlock: (bytes: Uint8Array<ArrayBuffer>) => void) {}

  /** `line` ends with a line feed. */
  write(line: string): void {
    // A UTF-16 unit takes three bytes of UTF-8 at most.
    const most = line.length * 3;
    if (this.#block !== undefined && this.#used + most > this.#block.length) this.flush();
    this.#block ??= Buffer.from(new ArrayBuffer(Math.max(BLOCK_BYTES, most)));
    this.#used += this.#block.write(line, this.#used);
  }

  flush(): void {
    if (this.#block === undefined) return;
    const bytes = this.#block.subarray(0, this.#used);
    this.#block = undefined;
    this.#used = 0;
    this.onBlock(bytes);
  }
}
