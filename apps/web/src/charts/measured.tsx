import { Responsive } from '@visx/visx';
import type { ReactNode } from 'react';

interface MeasuredProps {
  /** Renders for a size in pixels. */
  children: (size: { width: number; height: number }) => ReactNode;
  /** Pixels; the content grows with its container. */
  minHeight: number;
}

/** Renders its children with the available size, and again when the size changes. */
export function Measured({ children, minHeight }: MeasuredProps) {
  const { parentRef, width, height } = Responsive.useParentSize({
    ignoreDimensions: ['top', 'left'],
    debounceTime: 60,
  });
  return (
    <div ref={parentRef} style={{ position: 'relative', flex: 1, width: '100%', minHeight }}>
      {/* Out of the flow, so that the content never determines the size of its container. */}
      <div style={{ position: 'absolute', inset: 0, overflow: 'hidden' }}>
        {width > 0 &&
          children({ width: Math.floor(width), height: Math.max(minHeight, Math.floor(height)) })}
      </div>
    </div>
  );
}
