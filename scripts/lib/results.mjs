import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './root.mjs';

/** How much of an error the list at the end shows; the runner showed all of it. */
const ERROR_LINES = 8;

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {{ name: string, status: 'passed' | 'failed', message: string, assertionResults:
 *   { status: string, fullName: string, failureMessages: string[] }[] }} TestFile
 * @typedef {{ numFailedTests: number, numPassedTests: number, numPendingTests: number,
 *   numTodoTests?: number, testResults: TestFile[] }} Report
 */

/**
 * Counts and failures of one test run, from the JSON that both Vitest and Jest write.
 * @param {string} path of the report
 * @param {number} code the runner ended with
 * @returns {{ counts: Counts, failures: string[] }}
 */
export function resultsOf(path, code) {
  // A runner that crashed writes no report; that counts as a failure.
  if (!existsSync(path)) return { counts: { passed: 0, failed: 1, skipped: 0 }, failures: [] };
  /** @type {Report} */
  const report = JSON.parse(readFileSync(path, 'utf8'));
  return { counts: countsOf(report, code), failures: failuresOf(report) };
}

/** @param {Report} report @param {number} code */
function countsOf(report, code) {
  // A file that failed to load has no tests to count.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    // An error outside the tests, such as an unhandled one.
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/**
 * Each test that failed, with its file and the first lines of its error.
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

/** @param {Counts[]} runs */
export function sum(runs) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of runs) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/**
 * The last line of a test run.
 * @param {Counts} total
 */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
