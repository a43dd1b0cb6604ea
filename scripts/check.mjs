/**
 * `npm run check`: all static checks. Runs every check, also after a failure, and reports each.
 * Builds the web client if its sources have changed; needs no service.
 */
import { install, isInstallStale } from './lib/install.mjs';
import { inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { say } from './lib/terminal.mjs';

/** @typedef {{ name: string, command: string[] }} Check */

/** @param {string} path in the installed packages */
const tool = (path) => inRoot('node_modules', path);

/** In the order of their duration. Two run at a time. */
const CHECKS = [
  { name: 'types', command: [tool('@typescript/native/bin/tsc'), '-b'] },
  { name: 'weight of the web client', command: [inRoot('scripts/web-weight.mjs')] },
  { name: 'format', command: [tool('oxfmt/bin/oxfmt'), '--check'] },
];
/** These read the declarations that the check of types builds. */
const CHECKS_OF_BUILD = [
  { name: 'lint', command: [tool('oxlint/bin/oxlint'), '--deny-warnings'] },
  {
    name: 'dependency direction and cycles',
    command: [
      tool('dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', '.dependency-cruiser.mjs', 'libs', 'apps', 'test', 'scripts'],
    ],
  },
  {
    name: 'unused files, exports and dependencies',
    command: [tool('knip/bin/knip.js'), '--no-progress'],
  },
];

if (isInstallStale()) await install();

const results = [...(await twoAtATime(CHECKS)), ...(await twoAtATime(CHECKS_OF_BUILD))];
const failed = results.filter((isPassed) => !isPassed).length;
say(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {Check[]} checks */
async function twoAtATime(checks) {
  const waiting = checks.values();
  /** @type {boolean[]} */
  const results = [];
  const lane = async () => {
    for (const check of waiting) results.push(await report(check));
  };
  await Promise.all([lane(), lane()]);
  return results;
}

/** @param {Check} check @returns whether it passed */
async function report({ name, command }) {
  const started = Date.now();
  const { code, output } = await run(process.execPath, command);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code !== 0) say(output.trim());
  return code === 0;
}
