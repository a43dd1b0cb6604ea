/**
 * `npm version 0.2.0` runs this after it has written package.json, and commits the result: every package, the lock file
 * and the code have this version, and the changes of CHANGELOG.md that were not released are those of it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { run } from './lib/run.mjs';

/** npm runs this in the root directory. */
const ROOT_PACKAGE = 'package.json';
const CHANGELOG = 'CHANGELOG.md';
const CODE = 'libs/contracts/src/version.ts';
const LOCK = 'package-lock.json';
const KUBERNETES_EXAMPLE = 'deploy/kubernetes/example/kustomization.yaml';

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(ROOT_PACKAGE, 'utf8'));
/** @type {{ version: string, packages: Record<string, { version?: string }> }} */
const lock = JSON.parse(readFileSync(LOCK, 'utf8'));

const packages = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'));
for (const [, entry] of packages) entry.version = version;
lock.version = version;
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);

const manifests = packages.map(([path]) => (path === '' ? ROOT_PACKAGE : `${path}/package.json`));
for (const path of manifests)
  replace(path, /^ {2}"version": "[^"]*"/m, `  "version": "${version}"`);
replace(CODE, /VERSION = '[^']*'/, `VERSION = '${version}'`);
replace(KUBERNETES_EXAMPLE, /newTag: .*/, `newTag: ${version}`);
const today = new Date().toISOString().slice(0, 10);
replace(CHANGELOG, /^## \[Unreleased\]\n/m, `## [Unreleased]\n\n## [${version}] - ${today}\n`);

const files = [LOCK, CODE, CHANGELOG, KUBERNETES_EXAMPLE, ...manifests];
const { code, output } = await run('git', ['add', ...files]);
if (code !== 0) throw new Error(output);

/** @param {string} path @param {RegExp} pattern @param {string} text */
function replace(path, pattern, text) {
  const before = readFileSync(path, 'utf8');
  if (!pattern.test(before)) throw new Error(`${path} has nothing like ${String(pattern)}`);
  writeFileSync(path, before.replace(pattern, text));
}
