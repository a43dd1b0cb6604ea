import { readFileSync } from 'node:fs';
import { postgresUrlSchema, tlsFileProblem } from '@portal/contracts/postgres-url';

/** The database that a command is for, or why the value of DATABASE_URL names none. */
export function readDatabaseUrl(
  text: string,
): { readonly url: string } | { readonly problem: string } {
  const { data: url, error } = postgresUrlSchema.safeParse(text);
  const fault = url === undefined ? undefined : tlsFileProblem(url, readFileSync);
  if (fault !== undefined) return { problem: `DATABASE_URL ${fault}` };
  if (url !== undefined) return { url };
  return { problem: `DATABASE_URL ${error?.issues[0]?.message ?? 'is not valid'}` };
}
