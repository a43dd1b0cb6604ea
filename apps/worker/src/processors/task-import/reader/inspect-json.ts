import { keepsPrecision } from '@portal/domain/exact-numbers';

/** An error that JSON.parse accepts; `path` is a JSON pointer without its first slash. */
export interface JsonFlaw {
  readonly path: string;
  readonly reason: string;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
const MAX_FLAWS = 20;

/**
 * Scans text that JSON.parse has accepted and reports repeated keys, numbers that lose precision, and
 * strings with a NUL or half of a surrogate pair. The splitter's depth limit bounds the recursion.
 */
export function inspectJson(text: string): JsonFlaw[] {
  const inspection = new Inspection(text);
  inspection.value('');
  return inspection.flaws;
}

class Inspection {
  readonly flaws: JsonFlaw[] = [];
  #at = 0;

  constructor(private readonly text: string) {}

  value(path: string): void {
    this.#match(SPACE);
    const first = this.text[this.#at];
    if (first === '{') this.#object(path);
    else if (first === '[') this.#array(path);
    else if (first === '"') this.#string(path);
    else if (first === 't' || first === 'n') this.#at += 4;
    else if (first === 'f') this.#at += 5;
    else this.#number(path);
  }

  #object(path: string): void {
    const seen = new Set<string>();
    this.#items('}', () => {
      const key = this.#string(path);
      const member = join(path, key);
      if (seen.has(key)) this.#flaw(member, 'is repeated');
      seen.add(key);
      this.#match(SPACE);
      this.#at++;
      this.value(member);
    });
  }

  #array(path: string): void {
    let index = 0;
    this.#items(']', () => this.value(join(path, String(index++))));
  }

  #items(close: string, item: () => void): void {
    this.#at++;
    this.#match(SPACE);
    while (this.text[this.#at] !== close) {
      item();
      this.#match(SPACE);
      if (this.text[this.#at] === ',') this.#at++;
      this.#match(SPACE);
    }
    this.#at++;
  }

  #string(path: string): string {
    const value = String(JSON.parse(this.#takeString()));
    if (value.includes('\0')) this.#flaw(path, 'contains a NUL character');
    if (/\p{Surrogate}/u.test(value)) this.#flaw(path, 'contains half of a surrogate pair');
    return value;
  }

  #number(path: string): void {
    if (!keepsPrecision(this.#match(NUMBER))) {
      this.#flaw(path, 'is a number that cannot be stored without losing precision');
    }
  }

  /** Without a regular expression, which would overflow the stack on strings of millions of characters. */
  #takeString(): string {
    const from = this.#at;
    this.#at++;
    while (this.text[this.#at] !== '"') this.#at += this.text[this.#at] === '\\' ? 2 : 1;
    this.#at++;
    return this.text.slice(from, this.#at);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #flaw(path: string, reason: string): void {
    if (this.flaws.length < MAX_FLAWS) this.flaws.push({ path, reason });
  }
}

function join(path: string, key: string): string {
  const step = key.replace(/~/g, '~0').replace(/\//g, '~1');
  return path === '' ? step : `${path}/${step}`;
}
