import type { z } from 'zod';

/** The value stored under `key`; undefined if absent or invalid. */
export function readStored<T extends z.ZodType>(
  storage: Storage,
  key: string,
  schema: T,
): z.output<T> | undefined {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Stores `value` as JSON; undefined removes the key. */
export function writeStored(storage: Storage, key: string, value: unknown): void {
  if (value === undefined) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(value));
}
