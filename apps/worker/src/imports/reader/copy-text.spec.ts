import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BlockMemory, BlockWriter } from './copy-text.js';

/** Writes the lines, and gives each block back as soon as it is copied. */
function written(lines: Iterable<string>): { text: string; blocks: number; memory: number } {
  const memory = new BlockMemory();
  const used = new Set<ArrayBuffer>();
  let text = '';
  let blocks = 0;
  const writer = new BlockWriter(memory, (bytes) => {
    text += Buffer.from(bytes).toString();
    blocks += 1;
    used.add(bytes.buffer);
    memory.giveBack(bytes.buffer);
  });
  for (const line of lines) writer.write(line);
  writer.flush();
  return { text, blocks, memory: used.size };
}

it('IMP-6 writes a long file into the memory of a few blocks, also after a very long row', () => {
  const lines = Array.from({ length: 40_000 }, (_, row) => `${row}\t${'é'.repeat(row % 90)}\n`);
  lines.splice(1000, 0, `${'x'.repeat(1_200_000)}\n`);
  const { text, blocks, memory } = written(lines);
  expect(text === lines.join('')).toBe(true);
  expect(blocks).toBeGreaterThan(memory);
  // One for the very long row.
  expect(memory).toBe(2);
});

it('IMP-6 writes the same text into memory that is used again', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.nat({ max: 2000 }))),
      (some) => {
        const lines = some.map(([text, times]) => `${text.repeat(times)}\n`);
        expect(written(lines).text).toBe(lines.join(''));
      },
    ),
    { numRuns: 30 },
  );
});
