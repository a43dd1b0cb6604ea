import { z } from 'zod';
import type { SignedCursors } from '../../../lists/read/signed-cursors.js';

/** What `next` of the changes of tasks contains. */
export interface ChangeCursor {
  readonly epoch: string;
  /** The projects that are read: 'all', or their ids in order, with commas. */
  readonly scope: string;
  readonly xid: string;
  readonly taskId: number;
  /** Deletions before this transaction mean nothing to the reader, who began later. */
  readonly since: string;
}

const xidSchema = z.string().regex(/^\d{1,19}$/);
const cursorSchema = z.tuple([
  z.string(),
  z.string().regex(/^(all|\d+(,\d+)*|)$/),
  xidSchema,
  z.number().int().min(0),
  xidSchema,
]);

const FEED = 'tasks/changes';

export function writeCursor(
  cursors: SignedCursors,
  { epoch, scope, xid, taskId, since }: ChangeCursor,
): string {
  return cursors.write([epoch, scope, xid, taskId, since], FEED);
}

/** @returns undefined if the text is not one that `writeCursor` wrote */
export function readCursor(cursors: SignedCursors, text: string): ChangeCursor | undefined {
  const parsed = cursorSchema.safeParse(cursors.read(text, FEED));
  if (!parsed.success) return undefined;
  const [epoch, scope, xid, taskId, since] = parsed.data;
  return { epoch, scope, xid, taskId, since };
}
