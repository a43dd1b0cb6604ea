/** Keys of the cached lists; `base` is the path of a list, with a slash at both ends. */
export const listKeys = {
  base: (base: string) => ['list', base] as const,
  meta: (base: string) => ['list', base, 'meta'] as const,
  /** Apart from the list: a change of the list must not repeat a preview. */
  bulk: (base: string, body: object) => ['list-bulk', base, body] as const,
  items: (base: string, query: object) => ['list', base, 'items', query] as const,
};
