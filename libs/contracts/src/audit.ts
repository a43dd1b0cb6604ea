import { z } from 'zod';
import { listQuerySchema, itemPageSchema } from './lists.js';

/** `POST /api/v1/audit/{group}/undo` */
export const undoneSchema = z.object({
  /** The group of the changes that the undo made. It can be undone, too. */
  group_id: z.number().int(),
  /** The group that was undone. */
  undoes: z.number().int(),
  /** Number of rows that were set back, restored or deleted. */
  rows: z.number().int(),
});
export type Undone = z.infer<typeof undoneSchema>;

/** Why changes of an entity cannot be undone. */
export const NOT_UNDOABLE: Readonly<Partial<Record<string, string>>> = {
  api_token: 'the audit does not contain the secret of an API token',
  refresh_token: 'a session that has ended stays so',
  google_account: 'a Google account is linked by the next sign-in with it',
  webhook: 'the audit does not contain the secret of a webhook',
  task_import: 'an import is undone on its page, or by POST /tasks/imports/{id}/undo',
};

/** A statement that changes more tasks or reviews is one record with their number, without undo. */
export const MAX_RECORDED_TASKS = 10_000;

export const AUDIT_ACTIONS = ['create', 'update', 'delete'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const valuesSchema = z.record(z.string(), z.unknown());

/** One record of `GET /api/v1/audit/`: a change of one row. */
export const auditRecordSchema = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Null after the user was deleted. */
  actor_email: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  /** The table. */
  entity: z.string(),
  /** The primary key, joined by a slash; `*` for a statement that changed too many rows. */
  entity_id: z.string(),
  /** The current name of the item; empty if it has none or is deleted. */
  entity_name: z.string(),
  project_id: z.number().int().nullable(),
  /** The whole row, or the fields that differ; null for a created row. */
  before: valuesSchema.nullable(),
  /** Null for a deleted row. */
  after: valuesSchema.nullable(),
  /**
   * Current names of the rows that `before` and `after` refer to, by field, then by id:
   * `{"role_id": {"4": "lead"}}`. Deleted rows and hidden projects are left out.
   */
  labels: z.record(z.string(), z.record(z.string(), z.string())),
  group_id: z.number().int(),
  /** The group that this change undoes. */
  undoes: z.number().int().nullable(),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

const kindSchema = z.object({
  /** Number of the changes of this kind. */
  count: z.number().int(),
  newest: auditRecordSchema,
});

/** One item of `GET /api/v1/audit/groups`: the changes of one transaction. */
export const changeGroupSchema = z.object({
  /** A filter of the audit. */
  group_id: z.number().int(),
  /** Number of all its changes that the caller sees, whatever the filters. */
  total: z.number().int(),
  /** The changes that match the filters by action and entity, newest first. */
  kinds: z.tuple([kindSchema], kindSchema),
  /** The group that undid this one and was not undone itself. */
  undone_by: z.number().int().nullable(),
  /** Whether the audit has all that an undo needs. */
  undoable: z.boolean(),
  /**
   * Whether one of its rows has other values since, so that an undo would be refused. The newest rows
   * are compared; an undo compares all.
   */
  changed_since: z.boolean(),
});
export type ChangeGroup = z.infer<typeof changeGroupSchema>;

/** `GET /api/v1/audit/groups` */
export const changeGroupsQuerySchema = listQuerySchema.omit({
  sort_by: true,
  sort_order: true,
});
export type ChangeGroupsQuery = z.output<typeof changeGroupsQuerySchema>;
export const changeGroupsSchema = itemPageSchema(changeGroupSchema).extend({
  /** For how many days changes are kept; 0: for ever. */
  kept_days: z.number().int(),
});
export type ChangeGroups = z.infer<typeof changeGroupsSchema>;
