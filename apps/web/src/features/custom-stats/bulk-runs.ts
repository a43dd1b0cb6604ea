import { MAX_BULK_STATS } from '@portal/contracts/constants';
import {
  type BulkResult,
  bulkResultSchema,
  type ParameterValues,
} from '@portal/contracts/custom-stats';
import { logError } from '../../lib/log';
import { randomId } from '../../lib/random-id';
import { api } from '../../session/api';

/** The result of a statistic, or the error of its query. */
export type Outcome = BulkResult['results'][number];

/** A card that waits for its outcome. */
interface Waiting {
  readonly statId: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs statistics of one project with the same values of their parameters. The statistics that are requested in the same moment share one
 * call. If one of them is cancelled, the others go on in a new call, which joins their runs or takes
 * their results from the server's cache.
 */
export class BulkRuns {
  readonly #projectId: number;
  readonly #values: ParameterValues;
  #next: Waiting[] = [];

  constructor(projectId: number, values: ParameterValues) {
    this.#projectId = projectId;
    this.#values = values;
  }

  /** @throws {ApiError} if the call fails; an AbortError when `signal` is aborted */
  run(statId: number, signal: AbortSignal): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const waiting = { statId, resolve, reject };
      signal.addEventListener('abort', () => {
        reject(signal.reason);
        this.#leave(waiting);
      });
      this.#enqueue([waiting]);
    });
  }

  readonly #calls = new Set<Call>();

  #enqueue(waiting: readonly Waiting[]): void {
    if (this.#next.length === 0) setTimeout(() => this.#start(), 0);
    this.#next.push(...waiting);
  }

  #start(): void {
    const due = this.#next;
    this.#next = [];
    for (let at = 0; at < due.length; at += MAX_BULK_STATS) {
      void this.#send(due.slice(at, at + MAX_BULK_STATS));
    }
  }

  async #send(members: readonly Waiting[]): Promise<void> {
    const call: Call = { members, abort: new AbortController(), runId: randomId() };
    this.#calls.add(call);
    try {
      const ids = members.map(({ statId }) => statId);
      const outcomes = await fetchOutcomes(this.#projectId, ids, this.#values, call);
      const byId = new Map(outcomes.map((outcome) => [outcome.stat_id, outcome]));
      for (const member of members) this.#settle(member, byId.get(member.statId), members.length);
    } catch (error) {
      // Members of an aborted call wait for another one.
      if (!call.abort.signal.aborted) for (const { reject } of members) reject(error);
    } finally {
      this.#calls.delete(call);
    }
  }

  /** A result that was too large together with others may fit alone. */
  #settle(member: Waiting, outcome: Outcome | undefined, together: number): void {
    if (outcome === undefined) member.reject(new Error('The response lacks this statistic'));
    else if (together > 1 && outcome.error?.code === 'query-too-large') void this.#send([member]);
    else member.resolve(outcome);
  }

  #leave(gone: Waiting): void {
    this.#next = this.#next.filter((waiting) => waiting !== gone);
    const call = [...this.#calls].find(({ members }) => members.includes(gone));
    if (!call) return;
    this.#calls.delete(call);
    call.abort.abort();
    void cancelRun(this.#projectId, call.runId);
    const others = call.members.filter((member) => member !== gone);
    if (others.length > 0) this.#enqueue(others);
  }
}

interface Call {
  readonly members: readonly Waiting[];
  readonly abort: AbortController;
  readonly runId: string;
}

async function fetchOutcomes(
  projectId: number,
  ids: readonly number[],
  values: ParameterValues,
  { abort, runId }: Call,
) {
  const { results } = await api.call(
    `/projects/${projectId}/custom-stats/bulk-execute`,
    bulkResultSchema,
    {
      method: 'POST',
      query: { run_id: runId, ...values },
      body: { stat_ids: ids },
      signal: abort.signal,
    },
  );
  return results;
}

/**
 * Ends a run on the server. Closing the connection does so too, but a proxy may keep it open. A run
 * that has ended already is no error.
 */
export async function cancelRun(projectId: number, runId: string): Promise<void> {
  try {
    await api.send(`/projects/${projectId}/custom-stats/runs/${runId}/cancel`, { method: 'POST' });
  } catch (error) {
    logError('A run was not cancelled by its id', error);
  }
}
