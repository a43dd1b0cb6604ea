import Box from '@mui/material/Box';
import type { Batch } from '@portal/contracts/dashboard';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { BatchRow } from './batch-row';
import { useTopOffset } from '../../../ui/use-top-offset';

interface BatchRowsProps {
  batches: readonly Batch[];
  picked: ReadonlySet<number> | null;
  onToggle: (id: number) => void;
  /** Id of the heading of the list. */
  labelledBy: string;
}

/** Estimated height of a row in pixels, until it is measured. */
const ROW_PIXELS = 112;

/** Rows that scroll with the page; only rows near the viewport are rendered. */
export function BatchRows({ batches, picked, onToggle, labelledBy }: BatchRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const top = useTopOffset(list);
  const rows = useWindowVirtualizer({
    count: batches.length,
    estimateSize: () => ROW_PIXELS,
    getItemKey: (index) => batches[index]?.turing_batch_id ?? index,
    scrollMargin: top,
    overscan: 5,
  });
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
