import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Workspace packages are read from their sources, so no build has to run before. */
const alias = [
  {
    find: /^@portal\/(contracts|domain|persistence|platform|sql-guard|testing)\/(.+)$/,
    replacement: fileURLToPath(new URL('./libs/$1/src/$2.ts', import.meta.url)),
  },
];

export default defineConfig({
  resolve: { alias },
  test: {
    // One core stays free for PostgreSQL and the processes under test.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['libs/*/src/**/*.spec.ts', 'apps/{server,worker}/src/**/*.spec.ts'],
          exclude: ['**/*.int.spec.ts', '**/node_modules/**'],
          // Properties are tried many times; a busy machine needs longer for it.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['libs/*/src/**/*.int.spec.ts', 'apps/{server,worker}/src/**/*.int.spec.ts'],
          globalSetup: ['libs/testing/src/vitest-services.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.spec.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 60_000,
        },
      },
    ],
  },
});
