import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from './root.mjs';
import { runNode } from './run.mjs';

const SHARED = ['package-lock.json', 'tsconfig.base.json'];

/** The parts of the build, their sources, and an output file that proves the build. */
const PARTS = {
  portal: {
    sources: [...SHARED, 'libs', 'apps/server', 'apps/worker'],
    result: [
      'apps/server/dist/main.js',
      'apps/worker/dist/main.js',
      'libs/launcher/dist/supervisor.js',
    ],
    build: () => compile('apps/server', 'apps/worker', 'libs/launcher'),
  },
  tests: {
    sources: [...SHARED, 'libs', 'test'],
    result: ['libs/testing/dist/stack.js'],
    build: () => compile('libs/testing'),
  },
  web: {
    sources: [...SHARED, 'libs/contracts', 'libs/domain', 'apps/web'],
    result: ['apps/web/dist/index.html'],
    build: () =>
      runNode('The build of the web client', [
        ...[inRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
        ...['--config', inRoot('apps/web/vite.config.ts'), inRoot('apps/web')],
      ]),
  },
};

/**
 * Builds the parts whose sources have changed since the last build.
 * @param {(keyof typeof PARTS)[]} names
 * @returns {Promise<string[]>} the names of the built parts
 */
export async function buildStale(names) {
  /** @type {string[]} */
  const built = [];
  for (const name of names) {
    const part = PARTS[name];
    const stamp = inRoot('node_modules', '.cache', 'portal', `${name}.built`);
    const state = fingerprint(part.sources);
    const needed = [stamp, ...part.result.map((path) => inRoot(path))];
    if (needed.every((path) => existsSync(path)) && readFileSync(stamp, 'utf8') === state) continue;
    await part.build();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, state);
    built.push(name);
  }
  return built;
}

/** @param {string[]} projects */
function compile(...projects) {
  const compiler = inRoot('node_modules/@typescript/native/bin/tsc');
  return runNode('The build', [compiler, '-b', ...projects]);
}

/**
 * Hash of names, sizes and times of all sources, which is faster than reading them.
 * @param {string[]} sources
 */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of files(inRoot(source))) {
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function files(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => files(join(path, entry.name)));
}
