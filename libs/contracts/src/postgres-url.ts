import { z } from 'zod';

const FORM = 'must be a postgresql:// URL, postgresql://user:password@host:5432/database';
const ENCODED =
  'has signs in its user or password that a URL does not take as they are: write / as %2F, @ as %40, : as %3A, ? as ' +
  '%3F, # as %23, % as %25, [ as %5B and ] as %5D';
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * The URL of a PostgreSQL. Its `sslmode` means what it means for psql and every other client of libpq: the driver
 * checks certificates for `require`, too, unless it is told otherwise.
 */
export const postgresUrlSchema = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, FORM)
  .transform((text, context): string => {
    const url = urlOf(text);
    if (!url || isCutOff(url)) {
      context.addIssue(text.includes('@') ? ENCODED : FORM);
      return z.NEVER;
    }
    const problem = tlsProblem(url.searchParams);
    if (problem !== undefined) {
      context.addIssue(problem);
      return z.NEVER;
    }
    const { searchParams } = url;
    if (!searchParams.has('sslmode') || searchParams.has('uselibpqcompat')) return text;
    return `${text}&uselibpqcompat=true`;
  });

/**
 * Why a file of the URL cannot be used, which the driver would find out at each connection.
 * @param read its text; throws if there is no such file or it may not be read
 */
export function tlsFileProblem(url: string, read: (path: string) => unknown): string | undefined {
  const parameters = urlOf(url)?.searchParams;
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = parameters?.get(name);
    if (path == null) continue;
    try {
      if (!String(read(path)).includes('-----BEGIN ')) throw new Error('it has no PEM text');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `has ${name}=${path}, which cannot be used (${reason}): give the path of a file in PEM form that this process may read`;
    }
  }
  return undefined;
}

/** Of a socket, the host is a parameter, and the driver accepts none behind the user. */
function urlOf(text: string): URL | null {
  const named = text.replace('@/', '@socket/');
  return URL.canParse(named) ? new URL(named) : null;
}

/** A raw sign ends the host before the user does, so that the `@` comes later. */
function isCutOff({ username, pathname, search, hash, searchParams }: URL): boolean {
  if (username !== '' || searchParams.has('user')) return false;
  return `${pathname}${search}${hash}`.includes('@');
}

function tlsProblem(parameters: URLSearchParams): string | undefined {
  const mode = parameters.get('sslmode');
  const root = parameters.get('sslrootcert');
  if (mode === 'allow' || mode === 'prefer') {
    return `has sslmode=${mode}, which does not say whether the connection is encrypted: use sslmode=require or disable`;
  }
  if (mode !== null && !MODES.includes(mode)) {
    return `has an unknown sslmode: use one of ${MODES.join(', ')}`;
  }
  if (root !== null && mode === null)
    return 'has sslrootcert without sslmode: add sslmode=verify-full';
  if (mode === 'verify-ca' && root === null) {
    return 'has sslmode=verify-ca without a certificate: add sslrootcert=/path/of/the/ca.crt, or use verify-full';
  }
  return undefined;
}
