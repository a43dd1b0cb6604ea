import { QUEUES } from '@portal/contracts/jobs';
import { readSyncAges, readUnfinished } from '@portal/persistence/figures/work';
import type { ImportQueries } from '@portal/persistence/imports/import-queries';
import type { Gauge, Registry } from 'prom-client';
import type { Reads } from '../../db/pools.js';
import type { Figures } from '../../readiness/figures.js';
import { ImportCounters } from './import-counters.js';
import { type AnyPart, gauge as gaugeOf, MetricsPart } from './metrics-part.js';

interface Sources {
  readonly registry: Registry;
  readonly figures: Figures;
  readonly reads: Reads;
  readonly imports: ImportQueries;
  /** Of the pools, also those of this server. */
  readonly connections: Gauge<'pool' | 'state'>;
}

/** The gauges of each part. All but that of the replica are the same on every server. */
export function metricsParts({
  registry,
  figures,
  reads,
  imports,
  connections,
}: Sources): readonly AnyPart[] {
  const gauge = (name: string, help: string, labels: readonly string[] = []) =>
    gaugeOf(registry, name, help, labels);
  const counters = new ImportCounters(registry, imports);
  const queue = QUEUES.taskImport;

  return [
    new MetricsPart('queue', figures.queue, [
      {
        gauge: gauge('queue_jobs', 'Jobs by state', ['queue', 'state']),
        samples: ({ oldestWaitingMs: _oldest, ...jobs }) =>
          Object.entries(jobs).map(([state, count]) => [count, { queue, state }]),
      },
      {
        gauge: gauge(
          'queue_oldest_waiting_seconds',
          'Age of the oldest waiting job; 0 if none waits',
          ['queue'],
        ),
        samples: ({ oldestWaitingMs }) => [[oldestWaitingMs / 1000, { queue }]],
      },
    ]),
    new MetricsPart('imports', () => counters.read(), [
      {
        gauge: gauge('imports', 'Unfinished imports by state', ['state']),
        samples: ({ rowsPerSecond: _rate, ...states }) =>
          Object.entries(states).map(([state, count]) => [count, { state }]),
      },
      {
        gauge: gauge('import_rows_per_second', 'Rows per second of the running imports'),
        samples: ({ rowsPerSecond }) => [[rowsPerSecond]],
      },
    ]),
    new MetricsPart(
      'workers',
      figures.workers,
      [
        {
          gauge: gauge('workers', 'Workers that were seen in the last 30 s'),
          samples: ({ running }) => [[running.length]],
        },
        {
          gauge: connections,
          samples: ({ pools }) =>
            pools.flatMap(({ pool, inUse, idle }) => [
              [inUse, { pool, state: 'in_use' }],
              [idle, { pool, state: 'idle' }],
            ]),
        },
      ],
      // Without a worker nothing is imported.
      ({ running }) => running.length > 0,
    ),
    new MetricsPart(
      'work',
      async () => ({
        ...(await figures.upkeep()),
        unfinished: await readUnfinished(reads),
        syncs: await readSyncAges(reads),
      }),
      [
        {
          gauge: gauge(
            'oldest_unfinished_seconds',
            'Age of the oldest that is begun and has not ended, by kind; 0 if there is none',
            ['kind'],
          ),
          samples: ({ unfinished }) => unfinished.map(({ kind, age }) => [age, { kind }]),
        },
        {
          gauge: gauge(
            'project_sync_age_seconds',
            'Time since a file with tasks of the project was imported, of unstarted and ongoing projects',
            ['project'],
          ),
          samples: ({ syncs }) => syncs.map(({ projectId, age }) => [age, { project: projectId }]),
        },
        {
          gauge: gauge(
            'housekeeping_age_seconds',
            'Time since the last nightly housekeeping; absent before the first',
          ),
          samples: ({ housekeeping }) => [[secondsSince(housekeeping.ended_at)]],
        },
        {
          gauge: gauge(
            'housekeeping_failed',
            'Kinds of housekeeping that failed in the last attempt',
          ),
          samples: ({ housekeeping }) => [[housekeeping.failed.length]],
        },
        {
          gauge: gauge(
            'backup_age_seconds',
            'Time since the last recorded backup; absent if none is recorded',
          ),
          samples: ({ backupAt }) => [[secondsSince(backupAt)]],
        },
      ],
    ),
    new MetricsPart('database', figures.database, [
      {
        gauge: gauge('database_bytes', 'Size of the database on disk'),
        samples: ({ bytes }) => [[bytes]],
      },
      {
        gauge: gauge('table_bytes', 'Size of a table on disk, with its indexes', ['table']),
        samples: ({ tables }) => tables.map(({ table, bytes }) => [bytes, { table }]),
      },
    ]),
    new MetricsPart('uploads', figures.uploads, [
      {
        gauge: gauge('upload_store_files', 'Files of imports in the store of uploads'),
        samples: ({ files }) => [[files]],
      },
      {
        gauge: gauge('upload_store_bytes', 'Size of these files'),
        samples: ({ bytes }) => [[bytes]],
      },
      {
        gauge: gauge(
          'upload_store_free_bytes',
          'Free space on the disk of the store of uploads; absent for a bucket',
        ),
        samples: ({ freeBytes }) => [[freeBytes]],
      },
    ]),
    new MetricsPart('replica', figures.replica, [
      {
        gauge: gauge(
          'replica_reachable',
          'Whether this server reaches the replica for custom SQL; absent without one',
        ),
        samples: (lag) => [[lag === null ? null : 1]],
        unread: 0,
      },
      {
        gauge: gauge(
          'replica_behind_seconds',
          'How far the replica is behind, at most; absent without a replica or if it cannot be reached',
        ),
        samples: (lag) => [[lag]],
      },
    ]),
  ];
}

function secondsSince(instant: string | null): number | null {
  return instant === null ? null : Math.max((Date.now() - Date.parse(instant)) / 1000, 0);
}
