import type { QueueName } from '@portal/contracts/jobs';
import {
  type ConnectionOptions,
  createPostgresBackend,
  type Job,
  type JobsOptions,
  Queue,
  type QueueOptions,
  withBackend,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { z } from 'zod';
import type { OutageLog } from './outage-log.js';

/** The queue's storage: Redis, or the schema `queue` of a PostgreSQL database. */
export type QueueConnection =
  | { readonly redisUrl: string }
  | {
      readonly databaseUrl: string;
      /** Shown in pg_stat_activity. */
      readonly applicationName: string;
    };

export interface QueueHandle {
  /** Adds a job; does nothing if a job with that id exists, waiting or done. */
  add(jobName: string, data: object, options: { readonly jobId: string }): Promise<void>;
  load(): Promise<QueueLoad>;
  /** Rejects if the queue cannot be reached; may stay pending until it can. */
  ping(): Promise<void>;
  /** Ensures that the job waits or runs: adds it if it is absent or has ended. */
  ensure(jobName: string, data: object, options: { readonly jobId: string }): Promise<void>;
  /** The connections of its pool now; null on Redis. */
  pool(): PoolCounts | null;
  close(): Promise<void>;
}

/** The counters of a `pg` pool. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Number of jobs in each state, and the age of the oldest waiting job. */
export interface QueueLoad {
  readonly waiting: number;
  readonly active: number;
  /** Waiting for a retry after a failure. */
  readonly delayed: number;
  readonly failed: number;
  /** 0 if no job waits. */
  readonly oldestWaitingMs: number;
}

export interface WorkerHandle {
  /** Takes no more jobs and resolves when the running ones have ended. */
  close(): Promise<void>;
}

export interface ReceivedJob {
  readonly id: string;
  readonly name: string;
  /** Data from the queue; parse it before use. */
  readonly data: unknown;
}

export type JobHandler = (job: ReceivedJob, signal: AbortSignal) => Promise<void>;

export interface WorkerHandleOptions {
  /** Number of jobs that run in parallel; 1 by default. */
  readonly concurrency?: number;
  /** Called with the errors of handlers; the worker continues. */
  readonly onFailed: (error: Error) => void;
}

/** How the connection of a queue is; it continues after errors. */
export interface QueueReports {
  readonly onError: (error: Error) => void;
  readonly onWorks: () => void;
}

/** Reports on a queue to the log. Without Redis its outages are those of the database. */
export function queueReports(connection: QueueConnection, outages: OutageLog): QueueReports {
  const store = 'redisUrl' in connection ? 'Redis' : 'the database';
  return {
    onError: (error) => outages.failed(store, error),
    onWorks: () => outages.works(store),
  };
}

/**
 * A worker that dies stops renewing its lock, which expires after LOCK_MS. The next check finds the
 * job, so another worker starts it within LOCK_MS + CHECK_MS.
 */
const LOCK_MS = 3_000;
const CHECK_MS = 1_500;

/** After this many killed workers the job fails, instead of killing workers forever. */
const MAX_TAKEOVERS = 25;

const DAY_S = 24 * 60 * 60;
const JOB_OPTIONS: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: { age: DAY_S, count: 1_000 },
  removeOnFail: { age: 30 * DAY_S, count: 1_000 },
};

/**
 * Opens a queue for adding jobs; creates its tables in the database if needed.
 */
export async function openQueue(
  name: QueueName,
  connection: QueueConnection,
  { onError, onWorks }: QueueReports,
): Promise<QueueHandle> {
  const { queue, pool } = createQueue(name, connection);
  queue.on('error', onError);
  queue.backend.on('ready', onWorks);
  await queue.waitUntilReady();
  const add: QueueHandle['add'] = async (jobName, data, { jobId }) => {
    await queue.add(jobName, data, { ...JOB_OPTIONS, jobId });
    onWorks();
  };
  return {
    add,
    async ensure(jobName, data, options) {
      const state = await queue.getJobState(options.jobId);
      if (state === 'completed' || state === 'failed') await queue.remove(options.jobId);
      await add(jobName, data, options);
    },
    async load() {
      const [counts, [oldest]] = await Promise.all([
        queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
        queue.getJobs('waiting', 0, 0, true),
      ]);
      const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
      const oldestWaitingMs = oldest ? Math.max(Date.now() - oldest.timestamp, 0) : 0;
      return { waiting, active, delayed, failed, oldestWaitingMs };
    },
    async ping() {
      await queue.getWaitingCount();
      onWorks();
    },
    pool,
    close: () => queue.close(),
  };
}

function createQueue(name: QueueName, connection: QueueConnection) {
  if ('redisUrl' in connection) {
    return { queue: new Queue(name, redisOptions(connection.redisUrl)), pool: () => null };
  }
  const queue = new OnPostgres.Queue(name, postgresOptions(connection, 4));
  return { queue, pool: () => poolCountsSchema.parse(queue.backend.connection.pool) };
}

const poolCountsSchema = z.object({
  totalCount: z.number(),
  idleCount: z.number(),
  waitingCount: z.number(),
});

/** Opens a queue for processing and starts to take jobs. */
export async function openWorker(
  name: QueueName,
  connection: QueueConnection,
  handler: JobHandler,
  options: WorkerHandleOptions & QueueReports,
): Promise<WorkerHandle> {
  const run = (job: Job, _token?: string, signal?: AbortSignal): Promise<void> => {
    options.onWorks();
    return handler(
      { id: job.id ?? '', name: job.name, data: job.data },
      signal ?? new AbortController().signal,
    );
  };
  const tuning = {
    concurrency: options.concurrency ?? 1,
    lockDuration: LOCK_MS,
    stalledInterval: CHECK_MS,
    maxStalledCount: MAX_TAKEOVERS,
  } satisfies Partial<WorkerOptions>;
  const worker =
    'redisUrl' in connection
      ? new Worker(name, run, { ...redisOptions(connection.redisUrl), ...tuning })
      : new OnPostgres.Worker(name, run, {
          ...postgresOptions(connection, 4 + tuning.concurrency),
          ...tuning,
        });
  worker.on('error', options.onError);
  worker.backend.on('ready', options.onWorks);
  worker.on('failed', (_job, error) => options.onFailed(error));
  await worker.waitUntilReady();
  return { close: () => worker.close() };
}

const OnPostgres = withBackend(createPostgresBackend);

function redisOptions(url: string): QueueOptions & { connection: ConnectionOptions } {
  // Workers block on Redis without a time limit, also across a restart of Redis.
  return { connection: { url, maxRetriesPerRequest: null }, prefix: 'portal' };
}

function postgresOptions(
  { databaseUrl, applicationName }: Extract<QueueConnection, { databaseUrl: string }>,
  max: number,
) {
  return {
    connection: {
      connectionString: databaseUrl,
      max,
      schema: 'queue',
      migrate: true,
      application_name: applicationName,
    },
  };
}
