import type { ReactNode } from 'react';
import { Columns } from './layout';

/** The grid of six metric cards at the top of a page. */
export function MetricGrid({ children }: { children: ReactNode }) {
  return (
    <Columns columns={{ xs: 2, md: 3, xl: 6 }} gap={{ xs: 1.25, sm: 2 }}>
      {children}
    </Columns>
  );
}
