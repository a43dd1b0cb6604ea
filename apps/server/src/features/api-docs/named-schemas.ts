import {
  activityEntrySchema,
  batchSchema,
  dashboardStatsSchema,
} from '@portal/contracts/dashboard';
import {
  importCountsSchema,
  importErrorSchema,
  importSummarySchema,
} from '@portal/contracts/imports';
import { listedItemSchema, fieldMetaSchema } from '@portal/contracts/lists';
import { podMemberSchema, podSchema } from '@portal/contracts/pods';
import { problemSchema } from '@portal/contracts/problem';
import { projectSchema } from '@portal/contracts/projects';
import { taskSchema } from '@portal/contracts/tasks';
import { z } from 'zod';

/** Contracts that are components of the document; others are inlined. */
export const NAMED_SCHEMAS = z.registry<{ id: string }>();

const NAMES = {
  ActivityEntry: activityEntrySchema,
  Batch: batchSchema,
  DashboardStats: dashboardStatsSchema,
  Import: importSummarySchema,
  ImportCounts: importCountsSchema,
  ImportError: importErrorSchema,
  Field: fieldMetaSchema,
  Item: listedItemSchema,
  Pod: podSchema,
  PodMember: podMemberSchema,
  Problem: problemSchema,
  Project: projectSchema,
  Task: taskSchema,
};
for (const [id, schema] of Object.entries(NAMES)) NAMED_SCHEMAS.add(schema, { id });
