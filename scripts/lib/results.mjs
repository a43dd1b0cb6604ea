import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts of one test run, from the JSON that both Vitest and Jest write.
 * @param {string} path of the report
 * @param {number} code the runner ended with
 * @returns {Counts}
 */
export function countsOf(path, code) {
  // A runner that died has not told what failed; that it died is a failure.
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(path, 'utf8'));
  // A file that could not be loaded has no tests to count.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    // Something outside the tests went wrong, such as an error nobody caught.
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/** @param {Counts[]} runs */
export function sum(runs) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const run of runs) for (const key of Object.keys(total)) total[key] += run[key];
  return total;
}

/** The line that a run of tests ends with. */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
