import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { HOOK_MS, SLOW_MS, SLOW_TEST_MS, TEST_MS, WAIT_MS } from './libs/testing/src/patience.js';
import { SLOW_SPECS } from './libs/testing/src/tiers.js';

/** Workspace packages are read from their sources, so no build has to run before. */
const alias = [
  {
    find: /^@portal\/(contracts|domain|launcher|persistence|platform|sql-guard|testing)\/(.+)$/,
    replacement: fileURLToPath(new URL('./libs/$1/src/$2.ts', import.meta.url)),
  },
];

const THREADS = fileURLToPath(new URL('./node_modules/.cache/threads/', import.meta.url));

/** A thread starts from a file as Node reads it: `x-thread.ts` and its imports become one. */
const threads: Plugin = {
  name: 'threads-from-sources',
  enforce: 'pre',
  async transform(code, id) {
    const [address, name] = /new URL\('([\w-]+-thread)\.js', import\.meta\.url\)/.exec(code) ?? [];
    if (address === undefined) return undefined;
    const source = await bundled(fileURLToPath(new URL(`${name}.ts`, pathToFileURL(id))));
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 16);
    const file = `${THREADS}${name}-${hash}.mjs`;
    await mkdir(THREADS, { recursive: true });
    // Several test runs may write it at once.
    await writeFile(`${file}.${process.pid}`, source);
    await rename(`${file}.${process.pid}`, file);
    return code.replace(address, `new URL(${JSON.stringify(pathToFileURL(file).href)})`);
  },
};

/** Packages stay imports. */
async function bundled(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: { ssr: entry, write: false, target: 'node20' },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error(`no bundle of ${entry}`);
  return output.output[0].code;
}

/** These are the only limits; a test does not set its own. */
const LIMITS = {
  testTimeout: TEST_MS,
  hookTimeout: HOOK_MS,
  slowTestThreshold: SLOW_MS,
  expect: { poll: { timeout: WAIT_MS } },
};

/**
 * The files that one process tests share their modules, as loading them takes longer than most
 * tests. What a test replaces is put back after it.
 */
const ONE_GRAPH = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

/** A tenth of the run was collecting young garbage. */
const YOUNG_GENERATION = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** Specs with a real PostgreSQL. */
const WITH_DATABASE = {
  ...ONE_GRAPH,
  execArgv: YOUNG_GENERATION,
  include: ['libs/*/src/**/*.int.spec.ts', 'apps/{server,worker}/src/**/*.int.spec.ts'],
  globalSetup: ['libs/testing/src/run-folder.ts', 'libs/testing/src/vitest-services.ts'],
};

/** Specs of the client, in happy-dom. */
const IN_PAGES = {
  root: 'apps/web',
  include: ['src/**/*.spec.{ts,tsx}'],
  environment: 'happy-dom',
  // Node's own storage, a global since 25, would hide that of happy-dom.
  execArgv: process.allowedNodeEnvironmentFlags.has('--webstorage')
    ? ['--no-webstorage', ...YOUNG_GENERATION]
    : YOUNG_GENERATION,
  // The setup renews stores and storage before each test, and removes the page after it.
  ...ONE_GRAPH,
  provide: { waitMs: WAIT_MS },
};

export default defineConfig({
  resolve: { alias },
  plugins: [threads],
  test: {
    // One more than the cores of CI: tests wait for PostgreSQL and for processes much of the time.
    maxWorkers: 3,
    // What a test prints is for the search of its fault: in a green run it is noise. `--silent=false` shows it.
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...ONE_GRAPH,
          // Tests that measure what is held collect the garbage first.
          execArgv: [...YOUNG_GENERATION, '--expose-gc'],
          include: ['libs/*/src/**/*.spec.ts', 'apps/{server,worker}/src/**/*.spec.ts'],
          exclude: ['**/*.int.spec.ts', SLOW_SPECS],
          globalSetup: ['libs/testing/src/run-folder.ts'],
          ...LIMITS,
        },
      },
      {
        extends: true,
        test: { name: 'int', ...WITH_DATABASE, exclude: [SLOW_SPECS], ...LIMITS },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          ...WITH_DATABASE,
          include: WITH_DATABASE.include.map((path) => path.replace('*.int', '*.slow{.int,}')),
          ...LIMITS,
          testTimeout: SLOW_TEST_MS,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: { name: 'web', ...IN_PAGES, exclude: [SLOW_SPECS], ...LIMITS },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'slow-web',
          ...IN_PAGES,
          include: ['src/**/*.slow.spec.{ts,tsx}'],
          ...LIMITS,
          testTimeout: SLOW_TEST_MS,
        },
      },
    ],
  },
});
