import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Workspace packages are read from their sources, so no build has to run before. */
const alias = [
  {
    find: /^@portal\/(contracts|domain|persistence|platform|sql-guard|testing)\/(.+)$/,
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

/**
 * How long a test, a hook or a wait for a condition may take: only what hangs takes as long, on a slow
 * and busy machine too. These are the only limits; a test does not set its own. A property test of
 * `npm run test:long` runs 20 times as often.
 */
const LIMITS = {
  testTimeout: process.env['PORTAL_TEST_LONG'] === undefined ? 600_000 : 5_400_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

/**
 * The files that one process tests share their modules, as loading them takes longer than most
 * tests. What a test replaces is put back after it.
 */
const ONE_GRAPH = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

/** A tenth of the run was collecting young garbage. */
const YOUNG_GENERATION = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

export default defineConfig({
  resolve: { alias },
  plugins: [threads],
  test: {
    // One more than the cores of CI: tests wait for PostgreSQL and for processes much of the time.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...ONE_GRAPH,
          // Tests that measure what is held collect the garbage first.
          execArgv: [...YOUNG_GENERATION, '--expose-gc'],
          include: ['libs/*/src/**/*.spec.ts', 'apps/{server,worker}/src/**/*.spec.ts'],
          exclude: ['**/*.int.spec.ts', '**/node_modules/**'],
          globalSetup: ['libs/testing/src/run-folder.ts'],
          ...LIMITS,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          ...ONE_GRAPH,
          execArgv: YOUNG_GENERATION,
          include: ['libs/*/src/**/*.int.spec.ts', 'apps/{server,worker}/src/**/*.int.spec.ts'],
          globalSetup: ['libs/testing/src/run-folder.ts', 'libs/testing/src/vitest-services.ts'],
          ...LIMITS,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.spec.{ts,tsx}'],
          environment: 'happy-dom',
          // Node's own storage, a global since 25, would hide that of happy-dom.
          execArgv: process.allowedNodeEnvironmentFlags.has('--webstorage')
            ? ['--no-webstorage', ...YOUNG_GENERATION]
            : YOUNG_GENERATION,
          // The setup renews stores and storage before each test, and removes the page after it.
          ...ONE_GRAPH,
          ...LIMITS,
        },
      },
    ],
  },
});
