import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT, runTool } from './repository.js';

interface CruiseResult {
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

/** One violation per rule: the importing file and a forbidden import. */
const PLANTED: Record<string, { from: string; to: string }> = {
  'no-cycles': { from: 'libs/domain/src/cycle-a.ts', to: 'libs/domain/src/cycle-b.ts' },
  resolvable: { from: 'libs/domain/src/lost.ts', to: 'libs/domain/src/nowhere.ts' },
  'features-know-no-sibling': {
    from: 'apps/server/src/features/alpha/alpha.ts',
    to: 'apps/server/src/features/beta/beta.ts',
  },
  'apps-know-no-app': { from: 'apps/server/src/http/x.ts', to: 'apps/worker/src/y.ts' },
  'nothing-imports-an-app': { from: 'libs/testing/src/x.ts', to: 'apps/server/src/http/z.ts' },
  'contracts-import-zod-only': { from: 'libs/contracts/src/x.ts', to: 'node_modules/pg/main.js' },
  'domain-is-pure': { from: 'libs/domain/src/impure.ts', to: 'libs/platform/src/queue.ts' },
  'migrations-are-for-migrating': {
    from: 'libs/persistence/src/reading.ts',
    to: 'libs/persistence/src/migrations/0001-past.ts',
  },
  'persistence-and-platform-are-peers': {
    from: 'libs/persistence/src/x.ts',
    to: 'libs/platform/src/queue.ts',
  },
  'launcher-starts-what-it-does-not-know': {
    from: 'libs/launcher/src/x.ts',
    to: 'libs/persistence/src/y.ts',
  },
  'parts-know-no-launcher': { from: 'apps/worker/src/w.ts', to: 'libs/launcher/src/l.ts' },
  'platform-knows-no-rules': { from: 'libs/platform/src/x.ts', to: 'libs/domain/src/rule.ts' },
  'traces-load-on-demand': {
    from: 'libs/platform/src/eager.ts',
    to: 'libs/platform/src/open-telemetry.ts',
  },
  'sql-guard-stands-alone': {
    from: 'libs/sql-guard/src/x.ts',
    to: 'libs/persistence/src/y.ts',
  },
  'testing-is-for-tests': {
    from: 'apps/server/src/http/t.ts',
    to: 'libs/testing/src/stack.ts',
  },
  'tests-stay-outside': { from: 'test/system/x.test.ts', to: 'libs/persistence/src/y.ts' },
  'web-reads-the-contract-only': {
    from: 'apps/web/src/lib/x.ts',
    to: 'libs/persistence/src/y.ts',
  },
  'web-runs-in-a-browser': { from: 'apps/web/src/lib/fs.ts', to: 'node:fs' },
  'charts-fetch-nothing': { from: 'apps/web/src/charts/x.ts', to: 'apps/web/src/lib/api.ts' },
  'entities-know-no-feature': {
    from: 'apps/web/src/entities/alpha/a.ts',
    to: 'apps/web/src/features/alpha/a.ts',
  },
  'ui-knows-no-entity': { from: 'apps/web/src/ui/y.ts', to: 'apps/web/src/entities/beta/b.ts' },
  'ui-knows-no-feature': {
    from: 'apps/web/src/ui/x.ts',
    to: 'apps/web/src/features/alpha/a.ts',
  },
  'features-know-no-page': {
    from: 'apps/web/src/features/alpha/b.ts',
    to: 'apps/web/src/app/page.ts',
  },
  'features-know-no-root': {
    from: 'apps/server/src/features/alpha/root.ts',
    to: 'apps/server/src/app.module.ts',
  },
  'no-barrels': { from: 'libs/domain/src/user.ts', to: 'libs/domain/src/index.ts' },
};

/** Similar imports that are allowed. */
const ALLOWED: [from: string, to: string][] = [
  ['apps/server/src/features/alpha/alpha.ts', 'apps/server/src/features/alpha/part.ts'],
  ['apps/server/src/features/alpha/alpha.ts', 'libs/persistence/src/y.ts'],
  ['libs/contracts/src/fine.ts', 'node_modules/zod/main.js'],
  ['libs/domain/src/fine.ts', 'libs/contracts/src/fine.ts'],
  ['libs/platform/src/fine.spec.ts', 'libs/testing/src/stack.ts'],
  ['test/system/fine.test.ts', 'libs/testing/src/stack.ts'],
  ['apps/web/src/app/page.ts', 'apps/web/src/features/alpha/a.ts'],
  ['apps/web/src/features/beta/b.ts', 'apps/web/src/entities/beta/b.ts'],
];

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'portal-planted-'));
  const imports = new Map<string, string[]>();
  const plant = (from: string, to: string): void => {
    imports.set(from, [...(imports.get(from) ?? []), to]);
    if (!to.startsWith('node:') && !to.includes('nowhere') && !imports.has(to)) imports.set(to, []);
  };
  for (const { from, to } of Object.values(PLANTED)) plant(from, to);
  for (const [from, to] of ALLOWED) plant(from, to);
  plant('libs/domain/src/cycle-b.ts', 'libs/domain/src/cycle-a.ts');

  for (const [path, targets] of imports) {
    const lines = targets.map((to) => `import '${specifier(path, to)}';`);
    const full = join(copy, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, [...lines, 'export {};', ''].join('\n'));
  }
  for (const name of ['pg', 'zod']) {
    const manifest = JSON.stringify({ name, version: '1.0.0', main: 'main.js' });
    writeFileSync(join(copy, 'node_modules', name, 'package.json'), manifest);
  }
  writeFileSync(join(copy, 'package.json'), '{"dependencies":{"pg":"1","zod":"1"}}');
  writeFileSync(
    join(copy, '.dependency-cruiser.mjs'),
    readFileSync(join(ROOT, '.dependency-cruiser.mjs')),
  );
  symlinkSync(join(ROOT, 'node_modules', 'typescript'), join(copy, 'node_modules', 'typescript'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function specifier(from: string, to: string): string {
  if (to.startsWith('node:')) return to;
  const inPackage = /^node_modules\/([^/]+)\//.exec(to);
  if (inPackage !== null) return inPackage[1] ?? '';
  const up = dirname(from)
    .split('/')
    .map(() => '..')
    .join('/');
  return `${up}/${to}`.replace(/\.tsx?$/, '.js');
}

async function violations(): Promise<[string, string][]> {
  const config = ['--config', '.dependency-cruiser.mjs'];
  const { output } = await runTool(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    [...config, '--output-type', 'json', 'libs', 'apps', 'test'],
    copy,
  );
  const { summary } = JSON.parse(output) as CruiseResult;
  return summary.violations.map(({ rule, from }) => [rule.name, from]);
}

describe('the direction of dependencies', () => {
  it('ARCH-2 has a rule for each planted violation, and one violation per rule', async () => {
    const config = (await import(pathToFileURL(join(ROOT, '.dependency-cruiser.mjs')).href)) as {
      default: { forbidden: { name: string }[] };
    };
    expect(config.default.forbidden.map(({ name }) => name).sort()).toEqual(
      Object.keys(PLANTED).sort(),
    );

    const found = await violations();
    for (const [rule, { from }] of Object.entries(PLANTED))
      expect(found).toContainEqual([rule, from]);
    for (const [from] of ALLOWED.filter(([path]) => path.includes('fine'))) {
      expect(found.filter(([, offender]) => offender === from)).toEqual([]);
    }
  });
});
