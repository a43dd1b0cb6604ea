import { z } from 'zod';

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
