/**
 * `npm test`: the tests of each day, on a machine with Node and nothing else; `npm run test:all`: all tests. Vitest
 * runs the specs beside the code, Jest the black-box tests in test/. libs/testing/src/tiers.ts says which file is in
 * which tier. Services come from containers, from the environment (TEST_DATABASE_URL, TEST_REDIS_URL) or are
 * embedded; tests without their service are listed as skipped.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`The portal needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const { runTests } = await import('./lib/run-tests.mjs');
process.exitCode = await runTests(process.argv.includes('--all'), process.env);
