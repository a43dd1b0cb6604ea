import { z } from 'zod';

const pageSchema = z.coerce.number().int().min(1).max(1_000_000);

/** The page in the address; the first when there is none or it is not a number. */
export function pageOf(search: URLSearchParams): number {
  return pageSchema.safeParse(search.get('page')).data ?? 1;
}
