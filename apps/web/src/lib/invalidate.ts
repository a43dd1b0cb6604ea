import { focusManager, type InvalidateQueryFilters, type QueryClient } from '@tanstack/react-query';

/** Fetches again what is on the screen, in a hidden tab once it is shown; the rest when it is needed. */
export function invalidate(client: QueryClient, filters: InvalidateQueryFilters = {}) {
  const refetchType = focusManager.isFocused() ? 'active' : 'none';
  return client.invalidateQueries({ ...filters, refetchType });
}
