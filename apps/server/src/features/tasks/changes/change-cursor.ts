import { z } from 'zod';

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

export function writeCursor({ epoch, scope, xid, taskId, since }: ChangeCursor): string {
  return Buffer.from(JSON.stringify([epoch, scope, xid, taskId, since])).toString('base64url');
}

/** @returns undefined if the text is not one that `writeCursor` wrote */
export function readCursor(text: string): ChangeCursor | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  const parsed = cursorSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const [epoch, scope, xid, taskId, since] = parsed.data;
  return { epoch, scope, xid, taskId, since };
}
