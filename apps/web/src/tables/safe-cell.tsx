import type { ReactNode } from 'react';
import { PartBoundary } from '../ui/part-boundary';

/** In place of a value that throws. */
export const UNSHOWN = <span title="This value could not be shown">?</span>;

interface SafeCellProps {
  /** The item of the row: with another one the cell is drawn again. */
  of: unknown;
  /** The element that is the cell, if `children` draws that too. */
  fallback?: ReactNode;
  children: () => ReactNode;
}

/** The content of a cell; one that throws costs its cell only. */
export function SafeCell({ of, fallback = UNSHOWN, children }: SafeCellProps) {
  return (
    <PartBoundary resetOn={of} fallback={fallback}>
      {children}
    </PartBoundary>
  );
}
