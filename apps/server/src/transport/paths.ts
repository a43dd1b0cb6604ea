/** Where the API of this version lies. */
export const API_PREFIX = 'api/v1';

/** Below these are its calls; a session is renewed beside the versions. */
const API_ROOTS = [`/${API_PREFIX}/`, '/api/auth/'];

/** Routes whose path begins so are served as they stand, beside the API's version. */
const UNVERSIONED = ['api', 'health', 'demo-identity', 'metrics'];

/** The one address that takes a form rather than JSON: OAuth says so. */
export const FORM_PATH = '/demo-identity/token';

/** The one that takes a file. */
export const UPLOAD_PATH = `/${API_PREFIX}/tasks/upload`;

/** As Nest wants the exceptions from the prefix. */
export const PREFIX_EXCEPTIONS = UNVERSIONED.flatMap((first) => [first, `${first}/*path`]);

/** Whether a path is the server's own, and no page or file of the web client. */
export function isServerPath(path: string): boolean {
  return UNVERSIONED.includes(path.split('/')[1] ?? '');
}

/** Whether a path is a call of the API, whose every input is checked, and no description of it. */
export function isApiPath(path: string): boolean {
  return API_ROOTS.some((first) => path.startsWith(first));
}

/** The path at which a route is served, from what its controller and its handler say. */
export function servedPath(controllerPath: string, handlerPath: string): string {
  const segments = `${controllerPath}/${handlerPath}`.split('/').filter((part) => part !== '');
  const isUnversioned = UNVERSIONED.includes(segments[0] ?? '');
  return `/${[...(isUnversioned ? [] : [API_PREFIX]), ...segments].join('/')}`;
}
