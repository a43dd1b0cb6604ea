import { Suspense } from 'react';
import type { Drawn, DrawnRowsProps } from './virtual-rows';
import { lazyPart } from '../ui/lazy-part';

/** More rows than this are drawn only near the visible ones. */
const ALL_ROWS = 60;

// Most lists have pages, so the code for long lists loads with the first of them.
const VirtualRows = lazyPart(async () => (await import('./virtual-rows')).VirtualRows);

/** Whether a list is so long that only the rows near the visible ones are drawn. */
export function isLong(count: number): boolean {
  return count > ALL_ROWS;
}

/** The rows of a list; of a long one, those near the visible part of its scroll container. */
export function DrawnRows(props: DrawnRowsProps) {
  const { count, children } = props;
  if (!isLong(count)) return children(firstRows(count));
  return (
    <Suspense fallback={children(firstRows(ALL_ROWS))}>
      <VirtualRows {...props} />
    </Suspense>
  );
}

function firstRows(count: number): Drawn {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return { indexes, before: 0, after: 0, measure: () => undefined };
}
