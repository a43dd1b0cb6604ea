type Step = () => Promise<void> | void;

/** A step that takes longer waits for something unavailable, such as the database. */
const LAST_MS = 15_000;

const steps: Step[] = [];
let pausesMs = 0;
let stopping: Promise<void> | undefined;

/**
 * Registers a cleanup step for SIGINT, SIGTERM and the end of the launcher (its IPC channel
 * closes). Steps run once, one after the other, last registered first; a failed step does not stop
 * the others. Repeated signals are ignored. A step that hangs is abandoned after 15 s.
 * @param pauseSeconds time that the step waits on purpose, in addition to these 15 s
 */
export function onShutdown(step: Step, pauseSeconds = 0): void {
  if (steps.length === 0) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    if (process.channel) process.once('disconnect', stop);
  }
  steps.push(step);
  pausesMs += pauseSeconds * 1000;
}

function stop(): void {
  stopping ??= runSteps();
}

async function runSteps(): Promise<void> {
  setTimeout(() => process.exit(1), LAST_MS + pausesMs);
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
