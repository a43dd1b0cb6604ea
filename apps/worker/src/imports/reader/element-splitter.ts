import { isMarked, MARK_LENGTH } from '@portal/domain/text-encoding';
import { refuseOtherEncodings } from './encoding.js';
import { grouped, TaskFileError } from './task-file-error.js';

/** What the splitter found in one element while searching for its end. */
export interface ElementFacts {
  /** Counts from 1. */
  readonly row: number;
  /** Colons outside of strings: the number of keys, if the element is valid JSON. */
  readonly keys: number;
  /** Contains a number of more than 15 characters or with an exponent, or a `\u` escape. */
  readonly suspicious: boolean;
}

export interface ElementSink {
  /** One whole element, `bytes[start..end)`. The splitter reuses the memory after the call. */
  element(bytes: Buffer, start: number, end: number, facts: ElementFacts): void;
  /** An element over a limit, which was skipped. */
  refused(row: number, reason: string): void;
}

export interface SplitterLimits {
  readonly maxElementBytes: number;
  /** Nesting of one element; the element itself is level 1. */
  readonly maxElementDepth: number;
  /** Blanks in a row outside of the elements, in bytes. */
  readonly maxBlanks: number;
}

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;

/** A double preserves a number of up to this many characters without an exponent. */
const SAFE_NUMBER_LENGTH = 15;

/** Classes of bytes outside of strings. */
const CLASS = { other: 0, quote: 1, open: 2, close: 3, colon: 4, number: 5, exponent: 6 } as const;
const CLASSES = byteClasses();

type State = 'start' | 'first' | 'value' | 'inside' | 'after' | 'closed';

/**
 * Splits a JSON array, or newline-delimited JSON, into its elements, from chunks of any size. Buffers
 * at most one element, of at most `maxElementBytes`, and scans each byte once. It checks the text
 * between elements, and the size and depth of each element; JSON.parse checks the rest.
 */
export class ElementSplitter {
  #state: State = 'start';
  #lines = false;
  #rows = 0;

  // The bytes being scanned: the chunk, or the window if the element began in an earlier chunk.
  #bytes: Buffer = Buffer.alloc(0);
  #window: Buffer = Buffer.alloc(0);
  /** Offset of `#bytes[0]` in the content. */
  #base = 0;
  /** First bytes, until there are enough to detect the encoding. */
  #head: Buffer | undefined = Buffer.alloc(0);
  /** Blanks in a row, up to the end of the last chunk. */
  #blanks = 0;

  // The current element.
  #start = -1;
  #depth = 0;
  #scalar = false;
  #inString = false;
  #escaped = false;
  #keys = 0;
  #suspicious = false;
  #numberLength = 0;
  #refusal: string | undefined;

  constructor(
    private readonly limits: SplitterLimits,
    private readonly sink: ElementSink,
  ) {}

  /** Number of complete elements so far, including refused ones. */
  get rows(): number {
    return this.#rows;
  }

  /** @throws {TaskFileError} if the text between elements is invalid */
  push(chunk: Buffer): void {
    if (this.#head !== undefined) {
      this.#head = Buffer.concat([this.#head, chunk]);
      if (this.#head.length < 4) return;
      this.#begin(this.#head);
      return;
    }
    this.#feed(chunk);
  }

  /** @throws {TaskFileError} if the content ends too early */
  end(): void {
    if (this.#head !== undefined) this.#begin(this.#head);
    const size = this.#base + this.#bytes.length;
    if (this.#lines) {
      if (this.#state === 'inside') this.#finish(this.#bytes.length);
      return;
    }
    if (this.#state === 'start') throw new TaskFileError('The file is empty');
    if (this.#state === 'inside') {
      throw new TaskFileError(`The file ends within row ${grouped(this.#rows + 1)}`, size);
    }
    if (this.#state !== 'closed') {
      throw new TaskFileError(`The file ends before the closing "]"`, size);
    }
  }

  #begin(head: Buffer): void {
    this.#head = undefined;
    refuseOtherEncodings(head);
    this.#base = isMarked(head) ? MARK_LENGTH : 0;
    this.#feed(head.subarray(this.#base));
  }

  #feed(chunk: Buffer): void {
    const from = this.#take(chunk);
    const next = this.#scan(from);
    if (this.#state === 'inside' && this.#start >= 0) {
      if (next - this.#start > this.limits.maxElementBytes) this.#refuse(this.#tooLarge());
    }
  }

  /** Sets `#bytes` to the current element and the chunk; returns the start of the chunk. */
  #take(chunk: Buffer): number {
    const buffered = this.#start < 0 ? 0 : this.#bytes.length - this.#start;
    if (buffered === 0) {
      this.#base += this.#bytes.length;
      this.#bytes = chunk;
      return 0;
    }
    const needed = buffered + chunk.length;
    const inPlace = this.#start === 0 && this.#bytes.buffer === this.#window.buffer;
    if (needed > this.#window.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed * 2, 64 * 1024));
      this.#bytes.copy(grown, 0, this.#start);
      this.#window = grown;
    } else if (!inPlace) {
      this.#bytes.copy(this.#window, 0, this.#start);
    }
    chunk.copy(this.#window, buffered);
    this.#base += this.#start;
    this.#start = 0;
    this.#bytes = this.#window.subarray(0, needed);
    return buffered;
  }

  #scan(from: number): number {
    const end = this.#bytes.length;
    let at = from;
    while (at < end) at = this.#state === 'inside' ? this.#scanElement(at) : this.#scanBetween(at);
    return at;
  }

  #scanBetween(from: number): number {
    const bytes = this.#bytes;
    let blanksFrom = from - this.#blanks;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09) continue;
      this.#refuseBlanks(at, blanksFrom);
      this.#blanks = 0;
      blanksFrom = at + 1;
      switch (this.#state) {
        case 'start':
          if (byte === OPEN_BRACKET) {
            this.#state = 'first';
            continue;
          }
          if (byte !== OPEN_BRACE) {
            throw new TaskFileError('The file must begin with "[" or "{"', this.#base + at);
          }
          this.#lines = true;
          return this.#open(at, byte);
        case 'first':
          if (byte === CLOSE_BRACKET) {
            this.#state = 'closed';
            continue;
          }
          return this.#openInArray(at, byte);
        case 'value':
          return this.#lines ? this.#open(at, byte) : this.#openInArray(at, byte);
        case 'after':
          if (byte === COMMA) this.#state = 'value';
          else if (byte === CLOSE_BRACKET) this.#state = 'closed';
          else {
            throw new TaskFileError(
              `Expected "," or "]" after row ${grouped(this.#rows)}`,
              this.#base + at,
            );
          }
          continue;
        case 'inside':
        case 'closed':
          throw new TaskFileError('Unexpected text after the closing "]"', this.#base + at);
      }
    }
    this.#blanks = bytes.length - blanksFrom;
    this.#refuseBlanks(bytes.length, blanksFrom);
    return bytes.length;
  }

  #refuseBlanks(at: number, blanksFrom: number): void {
    const { maxBlanks } = this.limits;
    if (at - blanksFrom <= maxBlanks) return;
    throw new TaskFileError(
      `The file has more than ${grouped(maxBlanks)} blanks at one place outside of its rows`,
      this.#base + blanksFrom + maxBlanks,
    );
  }

  #openInArray(at: number, byte: number): number {
    if (byte === COMMA || byte === CLOSE_BRACKET) {
      throw new TaskFileError(`Expected row ${grouped(this.#rows + 1)}`, this.#base + at);
    }
    return this.#open(at, byte);
  }

  #open(at: number, byte: number): number {
    this.#state = 'inside';
    this.#start = at;
    this.#depth = 0;
    this.#scalar = byte !== OPEN_BRACE && byte !== OPEN_BRACKET;
    this.#inString = false;
    this.#escaped = false;
    this.#keys = 0;
    this.#suspicious = false;
    this.#numberLength = 0;
    this.#refusal = undefined;
    return at;
  }

  /** Continues within an element; returns the start of the next part. */
  #scanElement(from: number): number {
    const bytes = this.#bytes;
    const end = bytes.length;
    const lines = this.#lines;
    let at = from;
    while (at < end) {
      if (this.#inString) {
        at = this.#scanString(at);
        if (at === end) return end;
        if (bytes[at] === LINE_FEED) return this.#finish(at);
        this.#inString = false;
        at++;
        continue;
      }
      const byte = bytes[at] ?? 0;
      switch (CLASSES[byte] ?? CLASS.other) {
        case CLASS.number:
          if (++this.#numberLength > SAFE_NUMBER_LENGTH) this.#suspicious = true;
          at++;
          continue;
        case CLASS.exponent:
          if (this.#numberLength > 0) this.#suspicious = true;
          break;
        case CLASS.quote:
          this.#inString = true;
          break;
        case CLASS.colon:
          this.#keys++;
          break;
        case CLASS.open:
          if (++this.#depth > this.limits.maxElementDepth) {
            this.#refuse(`is nested deeper than ${this.limits.maxElementDepth} levels`);
          }
          break;
        case CLASS.close:
          if (this.#scalar && this.#depth === 0) {
            if (!lines && byte === CLOSE_BRACKET) return this.#finish(at);
          } else if (--this.#depth === 0 && !this.#scalar && !lines) return this.#finish(at + 1);
          break;
        default:
          if (lines ? byte === LINE_FEED : byte === COMMA && this.#scalar && this.#depth === 0) {
            return this.#finish(at);
          }
      }
      this.#numberLength = 0;
      at++;
    }
    return end;
  }

  /** The index of the closing quote or, in lines, of the line feed; the length if neither is found. */
  #scanString(from: number): number {
    const bytes = this.#bytes;
    const end = bytes.length;
    const lines = this.#lines;
    let at = from;
    if (this.#escaped && at < end && !(lines && bytes[at] === LINE_FEED)) {
      if (bytes[at] === LOWER_U) this.#suspicious = true;
      this.#escaped = false;
      at++;
    }
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE || (lines && byte === LINE_FEED)) return at;
      if (byte === BACKSLASH) {
        const escaped = bytes[at + 1];
        if (escaped === undefined) {
          this.#escaped = true;
          return end;
        }
        if (escaped === LOWER_U) this.#suspicious = true;
        at += lines && escaped === LINE_FEED ? 1 : 2;
      } else {
        at++;
      }
    }
    return end;
  }

  /** The rest of the element is only skipped. */
  #refuse(reason: string): void {
    this.#refusal ??= reason;
    this.#start = -1;
  }

  #tooLarge(): string {
    return `is larger than ${this.limits.maxElementBytes} bytes`;
  }

  #finish(end: number): number {
    const row = ++this.#rows;
    const start = this.#start;
    this.#state = this.#lines ? 'value' : 'after';
    this.#start = -1;
    if (this.#refusal === undefined && end - start > this.limits.maxElementBytes) {
      this.#refusal = this.#tooLarge();
    }
    if (this.#refusal === undefined) {
      const facts = { row, keys: this.#keys, suspicious: this.#suspicious };
      this.sink.element(this.#bytes, start, end, facts);
    } else {
      this.sink.refused(row, this.#refusal);
    }
    return end;
  }
}

function byteClasses(): Uint8Array {
  const classes = new Uint8Array(256);
  classes[QUOTE] = CLASS.quote;
  for (const open of '[{') classes[open.charCodeAt(0)] = CLASS.open;
  for (const close of ']}') classes[close.charCodeAt(0)] = CLASS.close;
  classes[':'.charCodeAt(0)] = CLASS.colon;
  for (const digit of '0123456789+-.') classes[digit.charCodeAt(0)] = CLASS.number;
  for (const exponent of 'eE') classes[exponent.charCodeAt(0)] = CLASS.exponent;
  return classes;
}
