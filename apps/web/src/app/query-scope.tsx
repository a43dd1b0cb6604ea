import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { tabQueryClient } from './query-client';

/** Gives the cache of this tab to the pages below, or to `children`. The login card needs none. */
export function QueryScope({ children = <Outlet /> }: { children?: ReactNode }) {
  return <QueryClientProvider client={tabQueryClient()}>{children}</QueryClientProvider>;
}
