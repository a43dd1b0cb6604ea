/**
 * `npm run check`: all static checks. Runs every check, also after a failure, and reports each.
 * Builds the web client if its sources have changed; needs no service.
 */
import { install, isInstallStale } from './lib/install.mjs';
import { inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { say } from './lib/terminal.mjs';

const tool = (...path) => inRoot('node_modules', ...path);

const CHECKS = [
  { name: 'format', commands: [[tool('oxfmt/bin/oxfmt'), '--check']] },
  { name: 'types', commands: [[tool('typescript/bin/tsc'), '-b']] },
  { name: 'lint', commands: [[tool('oxlint/bin/oxlint'), '--deny-warnings']] },
  {
    name: 'dependency direction and cycles',
    commands: [
      [
        tool('dependency-cruiser/bin/dependency-cruise.mjs'),
        ...['--config', '.dependency-cruiser.mjs', 'libs', 'apps', 'test', 'scripts'],
      ],
    ],
  },
  {
    name: 'unused files, exports and dependencies',
    commands: [[tool('knip/bin/knip.js'), '--no-progress']],
  },
  { name: 'weight of the web client', commands: [[inRoot('scripts/web-weight.mjs')]] },
];

if (isInstallStale()) await install();

let failed = 0;
for (const { name, commands } of CHECKS) {
  const started = Date.now();
  const problems = await firstFailure(commands);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(`${problems === undefined ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (problems !== undefined) {
    failed += 1;
    say(problems);
  }
}
say(`${CHECKS.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function firstFailure(commands) {
  for (const command of commands) {
    const { code, output } = await run(process.execPath, command);
    if (code !== 0) return output.trim();
  }
  return undefined;
}
