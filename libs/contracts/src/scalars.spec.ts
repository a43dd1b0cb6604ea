import { describe, expect, it } from 'vitest';
import {
  emailSchema,
  optionalNameSchema,
  optionalTextSchema,
  textSchema,
  wholeNumberParam,
} from './scalars.js';

describe('an email', () => {
  it('ERR-20 names its invisible character', () => {
    const wrong = emailSchema.safeParse('ann@exam\u00adple.com').error?.issues;
    expect(wrong?.map(({ message }) => message)).toEqual([
      'contains the invisible character U+00AD (soft hyphen); delete it',
    ]);
    expect(emailSchema.safeParse('ann').error?.issues[0]?.message).toBe('Invalid email address');
    expect(emailSchema.parse('\u00a0Ann@example.com\ufeff')).toBe('ann@example.com');
  });
});

describe('text', () => {
  it('ERR-8 is stored in NFC and without surrounding blanks', () => {
    expect(textSchema(10).parse('  Cafe\u0301 ')).toBe('Caf\u00e9');
    expect(optionalTextSchema(10).parse(' x ')).toBe('x');
    expect(optionalTextSchema(10).parse('   ')).toBeNull();
    expect(optionalTextSchema(10).parse(null)).toBeNull();
    expect(optionalNameSchema(10).parse(' x ')).toBe('x');
    expect(optionalNameSchema(10).parse(' ')).toBeNull();
    expect(optionalNameSchema(10).parse(null)).toBeNull();
  });

  it.each(['', '   ', 'a\0b', 'a\ud800b', '\udc00', 'x'.repeat(11)])(
    'ERR-8 refuses %j',
    (value) => {
      expect(textSchema(10).safeParse(value).success).toBe(false);
    },
  );

  it.each([
    '\u200b',
    '\u200b\u2060 \u00ad',
    '\u2800',
    '\u3164',
    '\u115f\u1160',
    '\ufe0f',
    '\u202e',
    '\u{e0041}',
    '\u180e',
  ])('ERR-8 refuses an invisible name: %j', (value) => {
    const detail = textSchema(10)
      .safeParse(value)
      .error?.issues.map(({ message }) => message);
    expect(detail).toEqual(['must have a visible character']);
    expect(textSchema(10).parse(`${value}a`)).toBe(`${value}a`);
    expect(optionalTextSchema(10).parse(value)).toBe(value);
    expect(optionalNameSchema(10).safeParse(value).success).toBe(false);
  });

  it('ERR-8 reports one error for a missing value', () => {
    for (const [schema, detail] of [
      [textSchema(10), 'must not be empty'],
      [textSchema(10, 'Name is required'), 'Name is required'],
    ] as const) {
      expect(schema.safeParse(' ').error?.issues.map(({ message }) => message)).toEqual([detail]);
    }
  });

  it('ERR-8 counts the stored characters and keeps surrogate pairs', () => {
    expect(textSchema(10).parse(` ${'x'.repeat(10)} `)).toHaveLength(10);
    expect(textSchema(10).parse('👩‍👩‍👧')).toBe('👩‍👩‍👧');
  });
});

describe('whole numbers in a URL', () => {
  const page = wholeNumberParam({ minimum: 1, maximum: 100 }).prefault(7);

  it.each(['0x2', '1e1', '1.0', ' 2', '+2', '-2', '02', '', '2,', '٢'])(
    'ERR-12 refuses %j',
    (text) => {
      expect(page.safeParse(text).error?.issues[0]?.message).toBe('must be a whole number');
    },
  );

  it('ERR-12 are decimal digits within limits, or the default', () => {
    expect(['1', '42', '100', 3, undefined].map((value) => page.parse(value))).toEqual([
      1, 42, 100, 3, 7,
    ]);
    for (const value of ['0', '101']) expect(page.safeParse(value).success).toBe(false);
  });
});
