import { z } from 'zod';

const pageSchema = z.coerce.number().int().min(1).max(1_000_000);

/** The page number in the search params; 1 if absent or invalid. */
export function pageOf(search: URLSearchParams): number {
  return pageSchema.safeParse(search.get('page')).data ?? 1;
}
