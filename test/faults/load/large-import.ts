import type { ImportDetail } from '@portal/contracts/import-detail';
import { importSummarySchema } from '@portal/contracts/imports';
import { taskFileStream } from '@portal/testing/task-file';
import type { Stack } from '@portal/testing/stack';
import { expect } from '@jest/globals';
import type { FaultCluster } from '../cluster/fault-cluster.js';
import type { Scene } from '../fault.js';
import { eventually } from '../../support/eventually.js';
import { query } from '../../support/world.js';
import { ALPHA_TURING_ID } from '../../support/world.js';

/** An import that takes long enough to break something meanwhile, of tasks that the load does not touch. */
export interface LargeImport {
  readonly id: string;
  /** Waits until a worker is in this phase of it; false if it ended before anybody saw that. */
  reaches(phase: ImportDetail['phase']): Promise<boolean>;
  /** The tasks of its file that are stored now. */
  stored(): Promise<number>;
  /** Waits for its end: it has completed, exactly. */
  completes(): Promise<void>;
  /** Waits for its end: it has failed with this text, and stored nothing. */
  fails(detail: string): Promise<void>;
  /** Starts its undo; its end removes the tasks. */
  undo(): Promise<LargeImport>;
}

/** As many as take seconds. */
const TASKS = 12_000;
const SPACING = 50_000;
let imports = 0;

/**
 * @param place `above` all stored ids, where tasks are simply appended; or `below`, where they are merged
 */
export async function startLargeImport(
  { cluster, load }: Scene,
  tasks: number,
  place: 'above' | 'below',
): Promise<LargeImport> {
  imports += 1;
  // Below the range of the first load there is none.
  const first =
    place === 'above' ? 1_000_000_000 + imports * SPACING : 500_000_000 + imports * SPACING;
  const file = () =>
    taskFileStream({
      tasks,
      turingProjectId: ALPHA_TURING_ID,
      firstTaskId: first,
      firstBatchId: 100,
    });
  const answer = await eventually('an upload to be taken', async () => {
    const taken = await load.api.upload(file(), {
      fileName: `large-${imports}.json`,
      prefer: 'respond-async',
    });
    return taken.status === 202 && taken;
  });
  const { import_id } = importSummarySchema.parse(answer.body);
  return follow(cluster, load.api, import_id, { first, tasks, wanted: tasks });
}

/** An import in this phase; a larger one each time that the machine was too quick to meet it there. */
export async function importIn(
  scene: Scene,
  phase: ImportDetail['phase'],
  place: 'above' | 'below',
): Promise<LargeImport> {
  for (let tasks = TASKS; ; tasks = Math.min(2 * tasks, SPACING)) {
    const large = await startLargeImport(scene, tasks, place);
    if (await large.reaches(phase)) return large;
    await large.completes();
  }
}

interface Range {
  readonly first: number;
  readonly tasks: number;
  /** How many of them are stored in the end. */
  readonly wanted: number;
}

function follow(
  cluster: FaultCluster,
  api: Scene['load']['api'],
  id: string,
  range: Range,
): LargeImport {
  const row = async () => {
    const [found] = await query<{ state: string; phase: string; failure: string | null }>(
      cluster.database.url,
      `SELECT state, phase, failure_detail AS failure FROM core.task_import WHERE id = $1`,
      [id],
    );
    return found;
  };
  const stored = async () => {
    const [counted] = await query<{ n: number }>(
      cluster.database.url,
      `SELECT count(*)::int AS n FROM core.task WHERE turing_task_id >= $1 AND turing_task_id < $1 + $2`,
      [range.first, range.tasks],
    );
    return counted?.n ?? 0;
  };
  const end = () =>
    eventually(`import ${id} to end`, async () => {
      const now = await row();
      return now !== undefined && !['queued', 'running'].includes(now.state) && now;
    });
  return {
    id,
    stored,
    async reaches(phase) {
      const found = await eventually(`import ${id} to be ${phase}`, async () => {
        const now = await row();
        return (now?.state === 'completed' || now?.phase === phase) && now;
      });
      return found.state !== 'completed';
    },
    async completes() {
      expect(await end()).toMatchObject({ state: 'completed', failure: null });
      expect(await stored()).toBe(range.wanted);
    },
    async fails(detail) {
      expect(await end()).toMatchObject({ state: 'failed', failure: detail });
      expect(await stored()).toBe(0);
    },
    async undo() {
      const answer = await eventually('an undo to be taken', async () => {
        const taken = await api.post(`/tasks/imports/${id}/undo`, {}, { prefer: 'respond-async' });
        return taken.status === 202 && taken;
      });
      const { import_id } = importSummarySchema.parse(answer.body);
      return follow(cluster, api, import_id, { ...range, wanted: 0 });
    },
  };
}

/**
 * Where the worker runs that has taken the import, or has taken it over, last.
 * @param start waits for the start of this number
 */
export async function runnerOf(
  { stacks }: FaultCluster,
  importId: string,
  start?: number,
): Promise<Stack> {
  return await eventually(`a worker to run import ${importId}`, () => {
    const starts = stacks.flatMap((stack) =>
      stack
        .logs()
        .split('\n')
        .filter((line) => line.includes(importId) && /import (started|taken over)/.test(line))
        .filter((line) => start === undefined || line.includes(`"attempt":${start},`))
        .map((line) => ({ stack, at: Number(/"time":(\d+)/.exec(line)?.[1] ?? 0) })),
    );
    return starts.sort((a, b) => a.at - b.at).at(-1)?.stack;
  });
}
