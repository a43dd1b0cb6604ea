import type { Line, Step } from './plan';

/** Lines that are worked on at the same time. */
const CONCURRENT = 3;

/** The result of a line so far. */
export type Result =
  | { readonly kind: 'running' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string; readonly left: readonly Step[] };

interface Run {
  /** Does one step for a line. */
  readonly perform: (step: Step, line: Line) => Promise<void>;
  /** The reason of a failure, for the user. */
  readonly reasonOf: (error: unknown, step: Step) => string;
  readonly onResult: (line: Line, result: Result) => void;
}

/**
 * Does the steps of the lines, some lines at the same time. A failed step ends its line only; the
 * result names the steps that are left, for a retry.
 */
export async function runPlan(lines: readonly Line[], run: Run): Promise<void> {
  const queue = [...lines];
  async function work(): Promise<void> {
    for (let line = queue.shift(); line; line = queue.shift()) await runLine(line, run);
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work));
}

async function runLine(line: Line, { perform, reasonOf, onResult }: Run): Promise<void> {
  onResult(line, { kind: 'running' });
  for (const [index, step] of line.steps.entries()) {
    try {
      await perform(step, line);
    } catch (error) {
      onResult(line, {
        kind: 'failed',
        reason: reasonOf(error, step),
        left: line.steps.slice(index),
      });
      return;
    }
  }
  onResult(line, { kind: 'done' });
}
