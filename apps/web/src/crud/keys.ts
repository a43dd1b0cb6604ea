/** Keys of the cached lists; `base` is the path of a list, with a slash at both ends. */
export const crudKeys = {
  base: (base: string) => ['crud', base] as const,
  meta: (base: string) => ['crud', base, 'meta'] as const,
  /** Apart from the list: a change of the list must not repeat a preview. */
  bulk: (base: string, body: object) => ['crud-bulk', base, body] as const,
  items: (base: string, query: object) => ['crud', base, 'items', query] as const,
};
