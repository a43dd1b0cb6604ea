import { Responsive } from '@visx/visx';
import type { ReactNode } from 'react';

interface MeasuredProps {
  /** Draws for a size in pixels. */
  children: (size: { width: number; height: number }) => ReactNode;
  /** Pixels; where its surroundings give it more, the drawing grows with them. */
  minHeight: number;
}

/** Draws its children for the room there is, and again when that changes. */
export function Measured({ children, minHeight }: MeasuredProps) {
  const { parentRef, width, height } = Responsive.useParentSize({
    ignoreDimensions: ['top', 'left'],
    debounceTime: 60,
  });
  return (
    <div ref={parentRef} style={{ position: 'relative', flex: 1, width: '100%', minHeight }}>
      {/* Out of the flow, so that what is drawn never holds the room open that it was given. */}
      <div style={{ position: 'absolute', inset: 0, overflow: 'hidden' }}>
        {width > 0 &&
          children({ width: Math.floor(width), height: Math.max(minHeight, Math.floor(height)) })}
      </div>
    </div>
  );
}
