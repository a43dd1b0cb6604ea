import { SLOW_TEST_MS } from '@portal/testing/patience';
import { OTHER_FOLDERS, REHEARSAL, USUAL_FOLDERS } from '@portal/testing/tiers';

const FOLDERS = [...USUAL_FOLDERS, ...OTHER_FOLDERS];
if (process.env.PORTAL_IMAGE !== undefined) FOLDERS.push(REHEARSAL);

/**
 * Black-box tests of the built portal. The TypeScript sources here are compiled on the fly; the
 * portal and the libraries come from `tsc -b`.
 * @type {import('jest').Config}
 */
export default {
  rootDir: '.',
  testMatch: FOLDERS.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
  testEnvironment: '<rootDir>/environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  // An import names the compiled file; here the source may exist instead.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'] },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
      },
    ],
  },
  testSequencer: '<rootDir>/sequencer.js',
  globalSetup: '<rootDir>/jest-services.js',
  globalTeardown: '<rootDir>/jest-services-stop.js',
  // For a test and for a hook: only what hangs takes as long, on a slow and busy machine too. Shorter
  // limits inside (`eventually`, Playwright) say what they waited for. A test does not set its own.
  testTimeout: SLOW_TEST_MS,
  // One more than the cores of CI: files have stacks of their own, and wait for processes much of the time.
  maxWorkers: 3,
};
