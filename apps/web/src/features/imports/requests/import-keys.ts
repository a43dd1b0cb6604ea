/** Query keys; all imports are below the first key. */
export const importKeys = {
  all: ['imports'] as const,
  list: (query: object) => ['imports', 'list', query] as const,
  underWay: ['imports', 'under-way'] as const,
  detail: (importId: string) => ['imports', 'detail', importId] as const,
  errors: (importId: string, field: string | null) =>
    ['imports', 'errors', importId, field] as const,
};

/** Path of one import in the API. */
export function importPath(importId: string): string {
  return `/tasks/imports/${encodeURIComponent(importId)}`;
}
