import type { ReactNode } from 'react';
import { PartBoundary } from '../ui/part-boundary';

interface SafeCellProps {
  /** The item of the row: with another one the cell is drawn again. */
  of: unknown;
  /** The element that is the cell, if `children` draws that too. */
  frame?: (content: ReactNode) => ReactNode;
  children: () => ReactNode;
}

/** The content of a cell; one that throws costs its cell only. */
export function SafeCell({ of, frame = (content) => content, children }: SafeCellProps) {
  return (
    <PartBoundary
      resetOn={of}
      fallback={frame(<span title="This value could not be shown">?</span>)}
    >
      {children}
    </PartBoundary>
  );
}
