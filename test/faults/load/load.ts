import { Api } from '../../support/api.js';
import { Follower } from '../../support/follower.js';
import { eventually } from '../../support/eventually.js';
import type { FaultCluster } from '../cluster/fault-cluster.js';
import { Creator } from './creator.js';
import { Editor } from './editor.js';
import { Importer } from './importer.js';
import { Journal } from './journal.js';
import { reads } from './reader.js';
import { createStatistic, runsSql } from './sql-runner.js';

const EDITORS = 2;
const SOCKETS = 3;
/** Between two requests of one client: a short run shares the machine with other tests. */
const PACE_MS = process.env['PORTAL_TEST_LONG'] === undefined ? 150 : 15;
/** The tasks of one load begin at a multiple of it. */
const RANGE = 1_000_000;

let loads = 0;

/** People who work: each remembers what was acknowledged. */
export interface Load {
  readonly api: Api;
  readonly journal: Journal;
  readonly editors: readonly Editor[];
  readonly creator: Creator;
  readonly importers: readonly Importer[];
  readonly followers: readonly Follower[];
  /** First id of the range that the load has for itself; the upper half is unused. */
  readonly firstTaskId: number;
  readonly statId: number;
  /** Everybody ends what they do, imports too, and waits until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** @returns what forgets all acknowledgements since now */
  mark(): () => void;
  /** Ends all work but the sockets, after the requests that are under way. */
  stop(): Promise<void>;
  close(): void;
}

/**
 * Starts people who work on tasks of their own.
 * @param refusals statuses that the fault of the scenario explains
 */
export async function startLoad(
  cluster: FaultCluster,
  refusals: readonly number[] = [],
): Promise<Load> {
  loads += 1;
  const firstTaskId = loads * RANGE;
  const { url, tokens, world } = cluster;
  const api = new Api(url, tokens.admin);
  const journal = new Journal(refusals);
  const statId = await createStatistic(api, world.alpha, `Tasks ${loads}`);
  const name = `${Date.now().toString(36)}-${loads}`;
  const tools = { api, journal, project: world.alpha, pod: world.pod, name };
  const editors = await Editor.employ(tools, EDITORS, firstTaskId);
  const creator = new Creator(tools);
  const importers = [
    await Importer.ofKnownTasks(tools, firstTaskId + RANGE / 10),
    Importer.ofNewTasks(tools, firstTaskId + RANGE / 4),
  ];
  const followers = Array.from({ length: SOCKETS }, () => [
    new Follower(url, tokens.admin, world.alpha),
    new Follower(url, tokens.lead, world.alpha, world.pod),
  ]).flat();
  await Promise.all(followers.map((follower) => follower.seen('a first state', () => true)));

  let isOver = false;
  let atWork = 0;
  let gate: Promise<void> | undefined;
  let open = (): void => undefined;
  const turns = [
    ...editors.map((editor) => () => editor.edit()),
    () => creator.create(),
    ...importers.map((importer) => () => importer.importNext(() => isOver)),
    reads(tools),
    runsSql(tools, statId),
  ];
  const work = turns.map(async (turn) => {
    while (!isOver) {
      await gate;
      atWork += 1;
      await turn();
      atWork -= 1;
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
  });
  return {
    ...{ api, journal, editors, creator, importers, followers, firstTaskId, statId },
    async pause() {
      gate = new Promise((resolve) => (open = resolve));
      await eventually('everybody to pause', () => atWork === 0);
    },
    resume() {
      gate = undefined;
      open();
    },
    mark() {
      const marks = [...editors, creator, ...importers].map((person) => person.mark());
      return () => {
        for (const forget of marks) forget();
      };
    },
    async stop() {
      isOver = true;
      open();
      await Promise.all(work);
    },
    close() {
      for (const follower of followers) follower.close();
    },
  };
}

/** Waits until every socket is connected. */
export async function allConnected({ followers }: Load): Promise<void> {
  await eventually('every socket to be connected', () =>
    followers.every(({ connected }) => connected),
  );
}
