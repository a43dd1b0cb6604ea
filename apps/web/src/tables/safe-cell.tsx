import type { ReactNode } from 'react';
import { PartBoundary } from '../ui/part-boundary';

interface SafeCellProps {
  /** The item of the row: with another one the cell is drawn again. */
  of: unknown;
  children: () => ReactNode;
}

/** The content of a cell; one that throws costs its cell only. */
export function SafeCell({ of, children }: SafeCellProps) {
  return (
    <PartBoundary resetOn={of} fallback={<span title="This value could not be shown">?</span>}>
      {children}
    </PartBoundary>
  );
}
