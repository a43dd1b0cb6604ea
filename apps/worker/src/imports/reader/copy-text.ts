const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** Free text, a number, or a list of texts, in COPY's text format. */
export function copyValue(value: string | number | readonly string[] | null): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === 'object') return copyValue(arrayText(value));
  if (typeof value === 'number' || !SPECIAL.test(value)) return String(value);
  return value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/** A list as PostgreSQL writes an array. */
function arrayText(items: readonly string[]): string {
  const quoted = items.map((item) => `"${item.replace(/["\\]/g, String.raw`\$&`)}"`);
  return `{${quoted.join(',')}}`;
}

const BLOCK_BYTES = 1024 * 1024;

/**
 * Memory of blocks for the next blocks. A thread that receives a block gives its memory back: it hardly
 * collects garbage itself, and tens of megabytes of copied blocks would wait for that.
 */
export class BlockMemory {
  readonly #free: ArrayBuffer[] = [];

  /** Memory of at least `bytes`. */
  take(bytes: number): ArrayBuffer {
    const free = bytes > BLOCK_BYTES ? undefined : this.#free.pop();
    return free ?? new ArrayBuffer(Math.max(BLOCK_BYTES, bytes));
  }

  /** Memory of a larger block, which has a very long row, is not kept. */
  giveBack(memory: ArrayBuffer): void {
    if (memory.byteLength === BLOCK_BYTES) this.#free.push(memory);
  }
}

/**
 * Collects lines of COPY text in blocks whose memory can be transferred to another thread. `onBlock`
 * owns the block that it receives.
 */
export class BlockWriter {
  #block: Buffer<ArrayBuffer> | undefined;
  #used = 0;

  constructor(
    private readonly memory: BlockMemory,
    private readonly onBlock: (bytes: Uint8Array<ArrayBuffer>) => void,
  ) {}

  /** `line` ends with a line feed. */
  write(line: string): void {
    // A UTF-16 unit takes three bytes of UTF-8 at most.
    const most = line.length * 3;
    if (this.#block !== undefined && this.#used + most > this.#block.length) this.flush();
    this.#block ??= Buffer.from(this.memory.take(most));
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
