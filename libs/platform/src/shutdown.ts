type Step = () => Promise<void> | void;

/** What has not closed by then waits for something that is gone, such as the database. */
const LAST_MS = 15_000;

const steps: Step[] = [];
let stopping: Promise<void> | undefined;

/**
 * Registers what must happen before the process ends on SIGINT, on SIGTERM, or when the launcher
 * that holds its IPC channel is gone. Steps run one after the other, the last registered first,
 * each once; a step that fails does not keep the others from running. Signals that repeat change
 * nothing. A step that hangs is given up after 15 s.
 */
export function onShutdown(step: Step): void {
  if (steps.length === 0) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    if (process.channel) process.once('disconnect', stop);
  }
  steps.push(step);
}

function stop(): void {
  stopping ??= runSteps();
}

async function runSteps(): Promise<void> {
  setTimeout(() => process.exit(1), LAST_MS);
  let exitCode = 0;
  for (const step of steps.reverse()) {
    try {
      await step();
    } catch (error) {
      exitCode = 1;
      console.error(error);
    }
  }
  process.exit(exitCode);
}
