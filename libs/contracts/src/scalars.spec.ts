import { describe, expect, it } from 'vitest';
import { optionalTextSchema, textSchema } from './scalars.js';

describe('text', () => {
  it('ERR-8 is stored in NFC and without blanks around it', () => {
    expect(textSchema(10).parse('  Cafe\u0301 ')).toBe('Caf\u00e9');
    expect(optionalTextSchema(10).parse(' x ')).toBe('x');
    expect(optionalTextSchema(10).parse('   ')).toBeNull();
    expect(optionalTextSchema(10).parse(null)).toBeNull();
  });

  it.each(['', '   ', 'a\0b', 'a\ud800b', '\udc00', 'x'.repeat(11)])(
    'ERR-8 refuses %j',
    (value) => {
      expect(textSchema(10).safeParse(value).success).toBe(false);
    },
  );

  it('ERR-8 counts what is stored and keeps whole characters', () => {
    expect(textSchema(10).parse(` ${'x'.repeat(10)} `)).toHaveLength(10);
    expect(textSchema(10).parse('👩‍👩‍👧')).toBe('👩‍👩‍👧');
  });
});
