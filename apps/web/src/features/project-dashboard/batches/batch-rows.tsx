import { Box } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef, useLayoutEffect, useState, type RefObject, useEffect } from 'react';
import { BatchRow } from './batch-row';
import { flushSync } from 'react-dom';

interface BatchRowsProps {
  batches: readonly Batch[];
  picked: ReadonlySet<number> | null;
  onToggle: (id: number) => void;
  /** Id of the heading of the list. */
  labelledBy: string;
}

/** Estimated height of a row in pixels, until it is measured. */
const ROW_PIXELS = 112;

/** Rows that scroll with the page; only rows near the viewport are rendered, and all on paper. */
export function BatchRows({ batches, picked, onToggle, labelledBy }: BatchRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const top = useTopOffset(list);
  const isPrinting = useIsPrinting();
  const rows = useWindowVirtualizer({
    count: batches.length,
    estimateSize: () => ROW_PIXELS,
    getItemKey: (index) => batches[index]?.turing_batch_id ?? index,
    scrollMargin: top,
    overscan: 5,
  });
  if (isPrinting) {
    return (
      <Box ref={list} role="list" aria-labelledby={labelledBy}>
        {batches.map((batch) => (
          <Box key={batch.turing_batch_id} role="listitem" sx={{ breakInside: 'avoid' }}>
            <BatchRow
              batch={batch}
              picked={Boolean(picked?.has(batch.turing_batch_id))}
              onToggle={onToggle}
            />
          </Box>
        ))}
      </Box>
    );
  }
  return (
    <Box
      ref={list}
      role="list"
      aria-labelledby={labelledBy}
      sx={{ position: 'relative', height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const batch = batches[index];
        return (
          batch && (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={batches.length}
              style={{
                position: 'absolute',
                top: 0,
                left: 0,
                width: '100%',
                transform: `translateY(${start - top}px)`,
              }}
            >
              <BatchRow
                batch={batch}
                picked={Boolean(picked?.has(batch.turing_batch_id))}
                onToggle={onToggle}
              />
            </div>
          )
        );
      })}
    </Box>
  );
}

/** Distance of an element from the top of the document in pixels; updates when the page changes. */
function useTopOffset(element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const node = element.current;
      if (node) setOffset(Math.round(node.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return offset;
}

/** Whether the page is being printed; rendered before the browser takes the page. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
