import { runs } from '@portal/testing/runs';
import { JSONParser } from '@streamparser/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ElementSplitter } from './element-splitter.js';
import { TaskFileError } from './task-file-error.js';

const LIMITS = { maxElementBytes: 1000, maxElementDepth: 8, maxBlanks: 50 };

interface Split {
  /** The text of each element, or the reason for its refusal. */
  readonly elements: { text?: string; refused?: string }[];
  readonly error: string | undefined;
}

function split(chunks: readonly Buffer[], limits = LIMITS): Split {
  const elements: Split['elements'] = [];
  const splitter = new ElementSplitter(limits, {
    element: (bytes, start, end) => elements.push({ text: bytes.toString('utf8', start, end) }),
    refused: (_row, refused) => elements.push({ refused }),
  });
  try {
    for (const chunk of chunks) splitter.push(chunk);
    splitter.end();
    return { elements, error: undefined };
  } catch (error) {
    if (!(error instanceof TaskFileError)) throw error;
    return { elements, error: error.message };
  }
}

const splitText = (text: string, limits = LIMITS) => split([Buffer.from(text)], limits);
const textsOf = ({ elements }: Split) => elements.map(({ text }) => text?.trim());

function parsed(text: string | undefined): { ok: boolean; value: unknown } {
  try {
    return { ok: true, value: JSON.parse(text ?? '') };
  } catch {
    return { ok: false, value: undefined };
  }
}

/** The elements that another parser finds. */
function oracle(text: string): unknown[] {
  const elements: unknown[] = [];
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  parser.onValue = ({ value }) => elements.push(value);
  parser.write(text);
  return elements;
}

const documents = fc
  .array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 })
  .chain((value) => fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, 2)));

/** A document with one character replaced, inserted or deleted. */
const mutated = fc
  .tuple(documents, fc.nat(), fc.constantFrom(...'{}[],:"\\0e-. x\n'.split(''), ''), fc.nat(1))
  .map(([text, at, character, removed]) => {
    const index = at % (text.length + 1);
    return text.slice(0, index) + character + text.slice(index + removed);
  });

describe('ElementSplitter', () => {
  it('IMP-1 finds the same elements however the file is split into chunks', () => {
    const text = '\uFEFF [ {"a":"\\"}é\\\\"} ,\n[1.5e3,{"ß":[]}], "x,]" ,-12 ,true, {"k":{}} ] \n';
    const whole = splitText(text);
    expect(textsOf(whole)).toEqual([
      '{"a":"\\"}é\\\\"}',
      '[1.5e3,{"ß":[]}]',
      '"x,]"',
      '-12',
      'true',
      '{"k":{}}',
    ]);
    const bytes = Buffer.from(text);
    for (let at = 0; at <= bytes.length; at++) {
      expect(split([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    }
    expect(split([...bytes].map((byte) => Buffer.from([byte])))).toEqual(whole);
  });

  it('IMP-1 reads one row per line if the file begins with an object, and skips blank lines', () => {
    const text = '{"a":1}\r\n\n{"b":"[\\"{"}\n   \n{"c":[2]}';
    const whole = splitText(text);
    expect(textsOf(whole)).toEqual(['{"a":1}', '{"b":"[\\"{"}', '{"c":[2]}']);
    const bytes = Buffer.from(text);
    for (let at = 0; at <= bytes.length; at++) {
      expect(split([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    }
  });

  it('IMP-1 continues after an invalid line', () => {
    const { elements, error } = splitText('{"a":1}\n{"b":"cut\n}}}\n{"c":3}');
    expect(error).toBeUndefined();
    expect(elements.map(({ text }) => parsed(text).ok)).toEqual([true, false, false, true]);
  });

  it('IMP-2 finds the elements that another parser finds', () => {
    fc.assert(
      fc.property(documents, fc.nat(), (text, cut) => {
        const bytes = Buffer.from(text);
        const at = cut % (bytes.length + 1);
        const { elements, error } = split([bytes.subarray(0, at), bytes.subarray(at)], {
          ...LIMITS,
          maxElementBytes: 1e6,
          maxElementDepth: 100,
        });
        expect(error).toBeUndefined();
        expect(elements.map((element) => parsed(element.text).value)).toEqual(oracle(text));
      }),
    );
  });

  it('IMP-2 accepts a changed document only if it is still a JSON array', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        fc.pre(!text.trimStart().startsWith('{'));
        const { elements, error } = splitText(text, {
          ...LIMITS,
          maxElementBytes: 1e6,
          maxElementDepth: 100,
        });
        const accepted = error === undefined && elements.every(({ text }) => parsed(text).ok);
        const { ok, value } = parsed(text);
        expect(accepted).toBe(ok && Array.isArray(value));
        if (accepted) expect(elements.map((element) => parsed(element.text).value)).toEqual(value);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['', 'The file is empty'],
    [' \n ', 'The file is empty'],
    ['"text"', 'The file must begin with "[" or "{" (at byte 0)'],
    ['[{"a":1}', 'The file ends before the closing "]" (at byte 8)'],
    ['[{"a":1},', 'The file ends before the closing "]" (at byte 9)'],
    ['[{"a":1},{"b', 'The file ends within row 2 (at byte 12)'],
    ['[{"a":1},]', 'Expected row 2 (at byte 9)'],
    ['[,{}]', 'Expected row 1 (at byte 1)'],
    ['[{} {}]', 'Expected "," or "]" after row 1 (at byte 4)'],
    [`[${'{},'.repeat(1_234)}]`, 'Expected row 1,235 (at byte 3,703)'],
    ['[{}] x', 'Unexpected text after the closing "]" (at byte 5)'],
  ])('IMP-3 refuses %j and says where', (text, message) => {
    expect(splitText(text).error).toBe(message);
  });

  it.each([
    ['before the first row', ['', '[{}]'], 50],
    ['after "["', ['[', '{}]'], 51],
    ['between two rows', ['[{},', '{}]'], 54],
    ['between two lines', ['{}\n', '{}'], 52],
    ['after the end', ['[{}]', ''], 54],
  ])('IMP-51 refuses too many blanks %s, however the bytes are split', (_where, parts, at) => {
    const withBlanks = (blanks: number): Buffer => Buffer.from(parts.join('\t'.repeat(blanks)));
    // The line feed between two lines is a blank too.
    const most = parts[0]?.endsWith('\n') ? 49 : 50;
    const few = withBlanks(most);
    const many = withBlanks(most + 1);
    for (let cut = 0; cut <= many.length; cut += 1) {
      expect(split([few.subarray(0, cut), few.subarray(cut)]).error).toBeUndefined();
      expect(split([many.subarray(0, cut), many.subarray(cut)]).error).toBe(
        `The file has more than 50 blanks at one place outside of its rows (at byte ${at})`,
      );
    }
  });

  it('IMP-3 accepts an array without rows', () => {
    expect(splitText('[ ]')).toEqual({ elements: [], error: undefined });
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFF[{}]', 'utf16le')],
    ['UTF-16', Buffer.from('[{}]', 'utf16le')],
    ['UTF-16', Buffer.from('[{}]', 'utf16le').swap16()],
    ['UTF-16', Buffer.from('\uFEFF[]', 'utf16le').swap16()],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x5b, 0, 0, 0])],
    ['UTF-32', Buffer.from([0, 0, 0, 0x5b, 0, 0, 0, 0x5d])],
    ['UTF-32', Buffer.from([0x5b, 0, 0, 0, 0x5d, 0, 0, 0])],
  ])('IMP-4 refuses a file in %s by name', (name, bytes) => {
    expect(split([bytes]).error).toBe(`The file is encoded in ${name}; save it as UTF-8`);
  });

  it('IMP-6 refuses a row over the size limit and continues after it', () => {
    const fits = `{"a":"${'x'.repeat(LIMITS.maxElementBytes - 8)}"}`;
    const large = `{"a":"${'x'.repeat(LIMITS.maxElementBytes - 7)}"}`;
    const { elements } = splitText(`[${fits},${large},{"b":1}]`);
    expect(elements[0]?.text).toBe(fits);
    expect(elements[1]?.refused).toBe('is larger than 1000 bytes');
    expect(elements[2]?.text).toBe('{"b":1}');
  });

  it('IMP-6 refuses a row over the depth limit and continues after it', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const { elements } = splitText(`[${nested(8)},${nested(9)},{"b":1}]`);
    expect(elements[0]?.text).toBe(nested(8));
    expect(elements[1]?.refused).toBe('is nested deeper than 8 levels');
    expect(elements[2]?.text).toBe('{"b":1}');
  });
});
