import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';
import { urlParam, useUrlState } from './url-state';

const PARAMS = { new: urlParam(z.literal('item'), null) };

/**
 * Opens the form of a new item once if the URL asks for it, as a link of `newItem` does.
 * @param open undefined while the form cannot open, or the user may not create one
 */
export function useOpenByUrl(open: (() => void) | undefined): void {
  const [{ new: wanted }, setState] = useUrlState(PARAMS);
  const openForm = useEffectEvent(() => open?.());
  const canOpen = open !== undefined;
  useEffect(() => {
    if (wanted === null || !canOpen) return;
    setState({ new: null }, { replace: true });
    openForm();
  }, [wanted, canOpen, setState]);
}
