/**
 * `npm test`: the tests of each day, on a machine with Node and nothing else; `npm run test:all`: all tests. Vitest
 * runs the specs beside the code, Jest the black-box tests in test/. libs/testing/src/tiers.ts says which file is in
 * which tier. Services come from containers, from the environment (TEST_DATABASE_URL, TEST_REDIS_URL) or are
 * embedded; tests without their service are listed as skipped.
 */
import './lib/node-version.mjs';

const { runTests } = await import('./lib/run-tests.mjs');
process.exitCode = await runTests(process.argv.includes('--all'), process.env);
