const tty = process.stdout.isTTY && process.env.CI === undefined;
const BAR_WIDTH = 30;

// The output may be piped into a program that ends first.
process.stdout.on('error', () => {});

/** An error that the user can fix: shown without a stack trace. */
export class UserError extends Error {}

/** Errors of the built code whose message says everything. */
const PLAIN_ERRORS = new Set([
  ...['BackupError', 'ConfigError', 'OtherMajorError', 'PartFailedError', 'UnusableDirectoryError'],
]);

/**
 * What to print of an error that ends the run.
 * @param {unknown} error
 */
export function textOf(error) {
  if (!(error instanceof Error)) return String(error);
  const isPlain = error instanceof UserError || PLAIN_ERRORS.has(error.name);
  return isPlain ? error.message : (error.stack ?? error.message);
}

/**
 * Prints one line.
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints the numbered steps of a run: `[2/6] Building`.
 * @param {number} total
 * @returns {(title: string) => void}
 */
export function steps(total) {
  let number = 0;
  return (title) => {
    number += 1;
    say(`[${number}/${total}] ${title}`);
  };
}

/**
 * A progress bar on a terminal; elsewhere one line per 10 %.
 * @returns {(done: number, label?: string) => void} takes the progress, from 0 to 1
 */
export function progressBar() {
  let shown = '';
  let tens = -1;
  let finished = false;
  return (done, label = '') => {
    const percent = Math.floor(Math.min(1, Math.max(0, done)) * 100);
    if (finished || shown === `${percent} ${label}`) return;
    shown = `${percent} ${label}`;
    finished = percent === 100;
    if (tty) {
      const filled = Math.round((percent / 100) * BAR_WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
      process.stdout.write(`\r      ${bar} ${String(percent).padStart(3)}% ${label.padEnd(12)}`);
      if (finished) process.stdout.write('\n');
    } else if (Math.floor(percent / 10) > tens) {
      tens = Math.floor(percent / 10);
      say(`      ${percent}%${label === '' ? '' : ` ${label}`}`);
    }
  };
}

/** On Ctrl-C npm sends the signal again, after the terminal. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Calls `end` at the first signal to end; a later one ends the process at once.
 * @param {() => void} end
 */
export function onSignals(end) {
  let since = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      if (Date.now() - since < SAME_SIGNAL_MS) return;
      if (since > 0) process.exit(1);
      since = Date.now();
      end();
    });
  }
}
