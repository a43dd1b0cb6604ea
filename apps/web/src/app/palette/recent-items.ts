import { z } from 'zod';
import { readStored, writeStored } from '../../lib/storage';

const MAX_RECENT = 6;

/** A chosen item, with what is needed to show it before the server's list is loaded. */
const recentSchema = z.object({
  key: z.string(),
  label: z.string(),
  detail: z.string().optional(),
  to: z.string(),
});
export type RecentItem = z.infer<typeof recentSchema>;

/** The last choices of this user in this browser, newest first. */
export function recentItems(userId: string): readonly RecentItem[] {
  return readStored('browser', storageKey(userId), z.array(recentSchema)) ?? [];
}

/** Stores a choice as the newest. */
export function rememberItem(userId: string, item: RecentItem): void {
  const { key, label, detail, to } = item;
  const others = recentItems(userId).filter((known) => known.key !== key);
  const items = [{ key, label, detail, to }, ...others].slice(0, MAX_RECENT);
  writeStored('browser', storageKey(userId), items, 'recent choices');
}

function storageKey(userId: string): string {
  return `portal.recent.${userId}`;
}
