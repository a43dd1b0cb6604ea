/**
 * The name of the pod in /pods/{podName}/…; undefined if it is not valid percent-encoding. The
 * parameter of the router is not used, because it decodes '%252F' twice.
 */
export function podNameOfPath(pathname: string): string | undefined {
  const segment = pathname.split('/')[2] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
