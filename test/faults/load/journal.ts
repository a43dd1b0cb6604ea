import type { Answer } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';

export const WORK = ['edit', 'create', 'read', 'update', 'import', 'sql'] as const;
/** What a client of the load does: edits of tasks, new pods, reads, imports of known and of new tasks, custom SQL. */
export type Work = (typeof WORK)[number];

/** What a client may be told while a part is away; 429 by the queue of custom SQL. */
const REFUSALS = [429, 502, 503, 504];

/** Every request of the load with its outcome, as its client saw it. */
export class Journal {
  /** Answers that no client should get, whatever is broken. */
  readonly surprises: string[] = [];
  private readonly served = new Map<Work, number[]>();
  private readonly refused = new Map<string, number>();
  private readonly open = new Set<Promise<unknown>>();

  /** @param refusals besides those of any outage */
  constructor(private readonly refusals: readonly number[] = []) {}

  /** The answer; undefined if the request was refused, or if nobody knows what became of it. */
  call(work: Work, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const call = this.record(work, send).finally(() => this.open.delete(call));
    this.open.add(call);
    return call;
  }

  private async record(work: Work, send: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await send();
      if (answer.status < 400) {
        this.served.set(work, [...(this.served.get(work) ?? []), Date.now()]);
        return answer;
      }
      if ([...REFUSALS, ...this.refusals].includes(answer.status)) {
        this.count(`${work} ${answer.status}`);
        return undefined;
      }
      this.surprises.push(`${work}: ${answer.status} ${JSON.stringify(answer.body)}`);
    } catch (error) {
      if (isNetwork(error)) this.count(`${work} cut`);
      else this.surprises.push(`${work}: ${String(error)}`);
    }
    return undefined;
  }

  /** Waits until each of these kinds of work has succeeded once more. */
  async flows(kinds: readonly Work[] = WORK): Promise<void> {
    const since = Date.now();
    for (const work of kinds) {
      await eventually(`the load to go on: ${work}`, () => {
        if (this.surprises.length > 0) return true;
        return (this.served.get(work)?.at(-1) ?? 0) > since;
      });
    }
  }

  /** Waits until a request of these kinds has failed or was refused. */
  async suffers(kinds: readonly Work[] = WORK): Promise<void> {
    const before = this.failuresOf(kinds);
    await eventually('the load to notice', () => this.failuresOf(kinds) > before);
  }

  /** Waits for the outcomes of all requests that were sent. */
  async answered(): Promise<void> {
    await Promise.all(this.open);
  }

  private failuresOf(kinds: readonly Work[]): number {
    return [...this.refused]
      .filter(([what]) => kinds.some((work) => what.startsWith(`${work} `)))
      .reduce((sum, [, count]) => sum + count, 0);
  }

  /** What users noticed: how often each work was done, the longest pause in it, and what was refused. */
  summary(): string {
    const done = WORK.map((work) => {
      const times = this.served.get(work) ?? [];
      const pauses = times.map((time, n) => time - (times[n - 1] ?? time));
      return `${work} ${times.length} (pause ${(Math.max(0, ...pauses) / 1000).toFixed(1)} s)`;
    });
    const refused = [...this.refused].map(([what, count]) => `${what}: ${count}`);
    return [...done, ...refused].join(', ');
  }

  private count(what: string): void {
    this.refused.set(what, (this.refused.get(what) ?? 0) + 1);
  }
}

const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT'];

/** An error of Node, which is not an `Error` of the realm that Jest gives to a test. */
function isNetwork(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    NETWORK.includes(error.code)
  );
}
