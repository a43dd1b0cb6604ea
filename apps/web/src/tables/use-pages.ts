import { useState } from 'react';

/** The page of the items that the user chose. Later there can be fewer pages. */
export function usePages<T>(items: readonly T[], size: number) {
  const [wanted, setPage] = useState(0);
  const page = Math.min(wanted, Math.max(0, Math.ceil(items.length / size) - 1));
  return { page, shown: items.slice(page * size, (page + 1) * size), setPage };
}
