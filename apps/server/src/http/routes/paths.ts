/** Prefix of the versioned API. */
export const API_PREFIX = 'api/v1';

/** Path prefixes of API calls; the refresh of a session has no version. */
const API_ROOTS = [`/${API_PREFIX}/`, '/api/auth/'];

/** First path segments of routes outside of the versioned API. */
const UNVERSIONED = ['api', 'health', 'demo-identity', 'metrics'];

/** The only path that accepts a form instead of JSON, as OAuth requires. */
export const FORM_PATH = '/demo-identity/token';

/** The only path that accepts a file. */
export const UPLOAD_PATH = `/${API_PREFIX}/tasks/upload`;

/** The routes without the prefix, in the format of Nest. */
export const PREFIX_EXCEPTIONS = UNVERSIONED.flatMap((first) => [first, `${first}/*path`]);

/** Whether the server handles the path, as opposed to the web client. */
export function isServerPath(path: string): boolean {
  return UNVERSIONED.includes(path.split('/')[1] ?? '');
}

/** Whether the path is an API call, whose input is always validated. */
export function isApiPath(path: string): boolean {
  return API_ROOTS.some((first) => path.startsWith(first));
}

/** The full path of a route, from the paths of its controller and handler. */
export function servedPath(controllerPath: string, handlerPath: string): string {
  const segments = `${controllerPath}/${handlerPath}`.split('/').filter((part) => part !== '');
  const isUnversioned = UNVERSIONED.includes(segments[0] ?? '');
  return `/${[...(isUnversioned ? [] : [API_PREFIX]), ...segments].join('/')}`;
}
