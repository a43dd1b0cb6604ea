import { z } from 'zod';

/** Queue names and payloads. Payloads contain ids, not snapshots. */
export const QUEUES = { taskImport: 'task-import' } as const;
export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

export const taskImportJobSchema = z.strictObject({ import_id: z.uuid() });
export type TaskImportJob = z.infer<typeof taskImportJobSchema>;
