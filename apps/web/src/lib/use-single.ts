import type { UseMutationResult } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * Sends a change that is not sent again while it is under way. `isPending` alone does not prevent that: the second
 * click of two may come before the page is drawn again.
 * @returns takes the variables, and what follows a success while the component is there
 */
export function useSingle<D, E, V, C>({ mutate }: UseMutationResult<D, E, V, C>) {
  const isUnderWay = useRef(false);
  return useCallback(
    (variables: V, onSuccess?: (data: D) => void) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutate(variables, {
        ...(onSuccess && { onSuccess }),
        onSettled: () => {
          isUnderWay.current = false;
        },
      });
    },
    [mutate],
  );
}
