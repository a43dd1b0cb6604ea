import { weeklyProgressQuerySchema } from '@portal/contracts/pods';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { urlParam, useUrlState } from '../../lib/url-state';
import { type Order, SORTS, USUAL } from './members/order';

/** The view of the board in the URL; without a week it is the current one. */
const BOARD_PARAMS = {
  week: urlParam(weeklyProgressQuerySchema.shape.week_start.unwrap(), null),
  others: urlParam(z.enum(['shown', 'hidden']), 'hidden'),
  sort: urlParam(z.enum(SORTS), USUAL.sort),
  order: urlParam(z.enum(['asc', 'desc']), 'asc'),
  search: urlParam(z.string().max(100), ''),
  /** The Monday of the week for whose target a link opens the form. */
  target: urlParam(weeklyProgressQuerySchema.shape.week_start.unwrap(), null),
};

/** What the board shows, in the URL. `brokenWeek` is the text of a week there that is none. */
export function useBoardView() {
  const [view, setView] = useUrlState(BOARD_PARAMS);
  const [search] = useSearchParams();
  const brokenWeek = view.week === null ? search.get('week') : null;
  const order = useMemo(
    () => ({ sort: view.sort, desc: view.order === 'desc', search: view.search }),
    [view.sort, view.order, view.search],
  );
  const setOrder = useCallback(
    ({ sort, desc, search }: Partial<Order>) =>
      setView({
        ...(sort !== undefined && { sort }),
        ...(desc !== undefined && { order: desc ? 'desc' : 'asc' }),
        ...(search !== undefined && { search }),
      }),
    [setView],
  );
  const showOthers = useCallback(
    (shown: boolean) => setView({ others: shown ? 'shown' : 'hidden' }),
    [setView],
  );
  const setWeek = useCallback((week: string | null) => setView({ week }), [setView]);
  const { newFor, setNewFor } = useNewTarget(view.target, setView);
  return { newFor, setNewFor, view, brokenWeek, order, setOrder, showOthers, setWeek };
}

/**
 * The week for whose target the form is open. A link opens it by the URL, which loses it at once: closing a form that was
 * filled in would else be a navigation, which asks whether to leave.
 */
function useNewTarget(
  asked: string | null,
  setUrl: (change: { target: null }, options: { replace: true }) => void,
) {
  const [newFor, setNewFor] = useState(asked);
  const [seen, setSeen] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== null) setNewFor(asked);
  }
  const forget = useEffectEvent(() => setUrl({ target: null }, { replace: true }));
  useEffect(() => {
    if (asked !== null) forget();
  }, [asked]);
  return { newFor, setNewFor };
}
