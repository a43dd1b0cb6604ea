import { z } from 'zod';
import { housekeepingSchema } from './housekeeping.js';
import { instantSchema } from './scalars.js';
import { featureUseSchema } from './uses.js';

/** What a server needs to do everything, as `/health/ready` names it. */
export const PARTS = [
  'database',
  'migrations',
  'queue',
  'uploads',
  'custom_sql',
  'workers',
] as const;
export type Part = (typeof PARTS)[number];

const count = z.number().int();

const poolSchema = z.object({ name: z.string(), in_use: count, idle: count });

/** The server that answers; another one behind the same proxy may answer the next time. */
const serverSchema = z.object({
  host: z.string(),
  node: z.string(),
  started_at: instantSchema,
  sockets: count,
  custom_sql: z.object({ running: count, waiting: count }),
  /** `waiting` counts requests without a connection. */
  pools: z.array(poolSchema.extend({ waiting: count })),
});

const databaseSchema = z.object({
  version: z.string(),
  started_at: instantSchema,
  bytes: count,
  /** To all databases of this PostgreSQL. */
  connections: count,
  max_connections: count,
  /** The largest, with their indexes. The rows are estimates of PostgreSQL. */
  tables: z.array(z.object({ name: z.string(), bytes: count, rows: count })),
});

const queueSchema = z.object({
  store: z.enum(['redis', 'database']),
  waiting: count,
  running: count,
  /** Waiting for a retry after a failure. */
  delayed: count,
  failed: count,
  /** 0 if none waits. */
  oldest_waiting_seconds: z.number(),
});

const workersSchema = z.object({
  /** Those seen in the last 30 s, the oldest first. */
  running: z.array(z.object({ host: z.string(), version: z.string(), started_at: instantSchema })),
  /** Of all workers together. */
  pools: z.array(poolSchema),
});

const uploadsSchema = z.object({
  store: z.enum(['directory', 'bucket']),
  /** Of imports. */
  files: count,
  bytes: count,
  /** Of the disk; null for a bucket. */
  free_bytes: count.nullable(),
});

/** Active people without a role and without a pod: they see nothing. */
const peopleSchema = z.object({
  without_role: count,
  /** The newest of them. */
  newest: z.array(z.object({ email: z.string(), name: z.string() })),
});

/** `GET /api/v1/system`. What cannot be read within 2 s is null. */
export const systemSchema = z.object({
  version: z.string(),
  /** `ok`, or what is wrong. */
  health: z.record(z.enum(PARTS), z.string()),
  server: serverSchema,
  database: databaseSchema.nullable(),
  /** Null without a replica for custom SQL; without `behind_seconds` it cannot be reached. */
  replica: z.object({ behind_seconds: z.number().nullable() }).nullable(),
  queue: queueSchema.nullable(),
  workers: workersSchema.nullable(),
  uploads: uploadsSchema.nullable(),
  people: peopleSchema.nullable().default(null),
  upkeep: z
    .object({
      /** Null if none is recorded. */
      last_backup_at: instantSchema.nullable(),
      /** The last nightly run; null before the first. */
      housekeeping: housekeepingSchema.pick({ ended_at: true, failed: true }),
    })
    .nullable(),
  /** What was used in the last quarter, by feature and role. */
  uses: z.array(featureUseSchema).nullable(),
});
export type System = z.infer<typeof systemSchema>;
