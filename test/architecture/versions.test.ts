import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VERSION } from '@portal/contracts/version';
import { z } from 'zod';
import { read, ROOT } from './repository.js';

const manifestSchema = z.looseObject({ version: z.string() });
const lockSchema = manifestSchema.extend({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })),
});
const KUBERNETES_EXAMPLE = 'deploy/kubernetes/example/kustomization.yaml';
const execute = promisify(execFile);

/** The versions of all packages and of the lock file below a directory. */
function versionsIn(root: string): string[] {
  const parsed = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const { version, packages } = lockSchema.parse(parsed('package-lock.json'));
  const own = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
  return [
    version,
    ...own.map((path) => packages[path]?.version ?? 'none'),
    ...own.map((path) => manifestSchema.parse(parsed(join(path, 'package.json'))).version),
  ];
}

describe('the version', () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'portal-version-'));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('SYS-218 is the same in every package, in the lock file and in the code, and has its changes', () => {
    const versions = versionsIn(ROOT);
    expect(versions.length).toBeGreaterThan(20);
    expect(new Set(versions)).toEqual(new Set([VERSION]));
    expect(read(KUBERNETES_EXAMPLE)).toContain(`newTag: ${VERSION}\n`);
    const changes = read('CHANGELOG.md').split(/^## /m).slice(1);
    const its = changes.find((section) => section.startsWith(`[${VERSION}] - `));
    expect(its).toMatch(/^\[[\d.]+\] - \d{4}-\d\d-\d\d\n\n/);
    expect(its).toContain('\n- ');
  });

  it('SYS-218 is changed everywhere by npm version', async () => {
    const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
    const files = [
      ...Object.keys(packages)
        .filter((path) => !path.includes('node_modules/'))
        .map((path) => join(path, 'package.json')),
      ...['package-lock.json', 'CHANGELOG.md', 'libs/contracts/src/version.ts'],
      ...['scripts/version.mjs', 'scripts/lib', KUBERNETES_EXAMPLE],
    ];
    for (const file of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(ROOT, file), join(copy, file), { recursive: true });
    }
    await execute('git', ['init', '--quiet'], { cwd: copy });
    const changelog = join(copy, 'CHANGELOG.md');
    writeFileSync(
      changelog,
      readFileSync(changelog, 'utf8').replace(
        '## [Unreleased]\n',
        '## [Unreleased]\n\n- Something new\n',
      ),
    );
    await execute('npm', ['version', '77.0.1', '--no-git-tag-version', '--force'], { cwd: copy });

    expect(new Set(versionsIn(copy))).toEqual(new Set(['77.0.1']));
    expect(readFileSync(join(copy, 'libs/contracts/src/version.ts'), 'utf8')).toContain(
      `VERSION = '77.0.1'`,
    );
    expect(readFileSync(join(copy, KUBERNETES_EXAMPLE), 'utf8')).toContain('newTag: 77.0.1\n');
    expect(readFileSync(changelog, 'utf8')).toMatch(
      /^## \[Unreleased\]\n\n## \[77\.0\.1\] - \d{4}-\d\d-\d\d\n\n- Something new\n/m,
    );
    const staged = await execute('git', ['diff', '--cached', '--name-only'], { cwd: copy });
    expect(staged.stdout).toContain('apps/web/package.json');
  });
});
