import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './root.mjs';

/** How much of an error the list at the end shows; the runner showed all of it. */
const ERROR_LINES = 8;

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, status: 'passed' | 'failed', message: string, assertionResults:
 *   { status: string, fullName: string, failureMessages: string[] }[] }} TestFile
 * @typedef {{ numPassedTests: number, numPendingTests: number, numTodoTests?: number,
 *   testResults: TestFile[] }} Report
 */

/**
 * Counts and failures of one test run, from the JSON that both Vitest and Jest write.
 * @param {string} path of the report
 * @param {number} code the runner ended with
 * @returns {Counts & { failures: string[] }}
 */
export function resultsOf(path, code) {
  // A runner that crashed writes no report; that counts as a failure.
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0, failures: [] };
  /** @type {Report} */
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const failures = failuresOf(report);
  return {
    passed: report.numPassedTests,
    // An error outside the tests, such as an unhandled one, is only in the code.
    failed: failures.length === 0 && code !== 0 ? 1 : failures.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures,
  };
}

/**
 * Each test that failed, and each file that failed to load, with the first lines of its error.
 * @param {Report} report
 */
function failuresOf(report) {
  return report.testResults.flatMap((file) => {
    const name = relative(ROOT, file.name);
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [`${name}: ${start(file.message)}`];
    return tests.map(
      (test) => `${name}: ${test.fullName}\n    ${start(test.failureMessages.join('\n'))}`,
    );
  });
}

/** @param {string} error */
function start(error) {
  return stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES).join('\n    ');
}

/**
 * The last line of a test run.
 * @param {Counts[]} runs
 */
export function summary(runs) {
  /** @param {keyof Counts} key */
  const total = (key) => runs.reduce((sum, run) => sum + run[key], 0);
  const skipped = total('skipped');
  const counts = `${total('passed')} passed, ${total('failed')} failed`;
  return skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
}
