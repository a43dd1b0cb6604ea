/** The path of a pod in the API. */
export function podPath(podName: string): string {
  return `/pods/${encodeURIComponent(podName)}`;
}
