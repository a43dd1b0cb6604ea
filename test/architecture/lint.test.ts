import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filesBelow, read, ROOT, runTool } from './repository.js';

/** In two parts, so that this file does not contain what it forbids. */
const SILENCE = ['@ts', 'ignore'].join('-');

const PLANTED: Record<string, string> = {
  'no-explicit-any': 'export const a: any = 1;',
  'no-floating-promises': 'Promise.resolve(1);',
  'no-misused-promises': '[1].forEach(async () => { await Promise.resolve(); });',
  'no-unsafe-assignment': 'export const b = JSON.parse("1");',
  'no-unsafe-member-access': 'export const c: number = JSON.parse("1").d;',
  'no-unsafe-call': 'JSON.parse("1")();',
  'no-unsafe-return': 'export const e = (): number => JSON.parse("1");',
  'no-unsafe-argument': 'Number.parseInt(JSON.parse("1"));',
  'no-non-null-assertion': 'export const f = [1].at(0)!;',
  'ban-ts-comment': `// ${SILENCE}\nexport const g: number = 1;`,
  'switch-exhaustiveness-check':
    "export function h(x: 'a' | 'b'): void { switch (x) { case 'a': break; } }",
  'only-throw-error': "export function i(): never { throw 'text'; }",
};

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'portal-lint-'));
  writeFileSync(join(copy, '.oxlintrc.json'), readFileSync(join(ROOT, '.oxlintrc.json')));
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { strict: true, target: 'ES2023', module: 'nodenext' } }),
  );
  writeFileSync(join(copy, 'fine.ts'), 'export const fine = 1;\n');
  for (const [rule, source] of Object.entries(PLANTED)) {
    writeFileSync(join(copy, `${rule}.ts`), `${source}\nexport {};\n`);
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the lint', () => {
  it('ARCH-3 catches each planted violation, and nothing in a clean file', async () => {
    const { output } = await runTool('oxlint/bin/oxlint', ['--format', 'unix'], copy);
    for (const rule of Object.keys(PLANTED)) {
      expect(output).toMatch(new RegExp(`^${rule}\\.ts:.*\\b${rule}\\b`, 'm'));
    }
    expect(output).not.toMatch(/^fine\.ts/m);
  });

  it('ARCH-4 is disabled nowhere', () => {
    const silencer = new RegExp(
      ['@ts-', '(ignore|expect-error|nocheck)|', '(oxlint|eslint|oxfmt)-', '(disable|ignore)'].join(
        '',
      ),
    );
    const cast = new RegExp(['\\bas', 'unknown', 'as\\b'].join(' '));
    const offenders = ['apps', 'libs', 'scripts', 'test']
      .flatMap(filesBelow)
      .filter((path) => /\.(ts|tsx|mjs|js)$/.test(path))
      .filter((path) => silencer.test(read(path)) || cast.test(read(path)));
    expect(offenders).toEqual([]);
    expect(silencer.test(`// ${SILENCE}`)).toBe(true);
  });
});
