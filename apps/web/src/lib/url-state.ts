import {
  type ContextType,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
} from 'react';
import { UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';

/** How one part of a page's state is stored in a parameter of the query string. */
export interface UrlParam<T> {
  /** Reads the values of the parameter; never throws. */
  read(values: readonly string[]): T;
  /** The values for the query string; none for the default. */
  write(value: T): readonly string[];
}

/** Parameters by name. */
type UrlParams = Readonly<Record<string, UrlParam<unknown>>>;
export type UrlStateOf<P extends UrlParams> = {
  readonly [Name in keyof P]: ReturnType<P[Name]['read']>;
};

/**
 * A parameter with one value. An absent or invalid value is `fallback`, which is not written.
 * @param schema reads the text of the parameter, such as an enum or `wholeNumberParam`
 */
export function urlParam<S extends z.ZodType<string | number>, F extends z.output<S> | null>(
  schema: S,
  fallback: F,
): UrlParam<z.output<S> | F> {
  return {
    read: ([text]) => {
      const parsed = schema.safeParse(text);
      return text !== undefined && parsed.success ? parsed.data : fallback;
    },
    write: (value) => (value === fallback || value === null ? [] : [String(value)]),
  };
}

/** Reads the state from the search params. */
export function readUrl<P extends UrlParams>(params: P, search: URLSearchParams): UrlStateOf<P>;
export function readUrl(params: UrlParams, search: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, param.read(search.getAll(name))]),
  );
}

/** Writes a part of the state into a copy of the search params; the other parameters stay. */
export function writeUrl<P extends UrlParams>(
  params: P,
  search: URLSearchParams,
  change: Partial<UrlStateOf<P>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of Object.keys(change)) {
    next.delete(name);
    for (const text of params[name]?.write(change[name]) ?? []) next.append(name, text);
  }
  return next;
}

interface Change {
  /** Replaces the history entry: going back undoes a choice, not a letter. */
  readonly replace?: boolean;
}

/**
 * State of a page that is stored in the URL only: it can be shared and reloaded, and the back button
 * undoes it. Changes add up, also those of one moment and those of an older render; on a page that is left there are none.
 * @param params a constant of the module
 */
export function useUrlState<P extends UrlParams>(params: P) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const state = useMemo(() => readUrl(params, new URLSearchParams(search)), [params, search]);
  const setState = useCallback(
    (
      change: Partial<UrlStateOf<P>> | ((now: UrlStateOf<P>) => Partial<UrlStateOf<P>>),
      { replace = false }: Change = {},
    ) => {
      // The page is being left: an answer that it awaited is not for the next one.
      if (!router || leadsTo(router).pathname !== pathname) return;
      const before = new URLSearchParams(latestSearch(router));
      const part = typeof change === 'function' ? change(readUrl(params, before)) : change;
      const next = `?${writeUrl(params, before, part)}`;
      const from = router.state.location;
      underWay.set(router, { from, search: next });
      void navigate({ search: next, hash: from.hash }, { preventScrollReset: true, replace });
    },
    [params, router, pathname, navigate],
  );
  return [state, setState] as const;
}

type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router'];

/** Where the router is, or goes now. */
function leadsTo({ state: { location, navigation } }: Router): Router['state']['location'] {
  return navigation.location ?? location;
}

/** The query string that the last change leads to, and where the router was then. */
const underWay = new WeakMap<Router, { from: Router['state']['location']; search: string }>();

/** The query string that the next change starts from; the router takes a moment for each. */
function latestSearch(router: Router): string {
  const last = underWay.get(router);
  const { location } = router.state;
  return last?.from === location ? last.search : location.search;
}

const OPEN_PARAMS = { new: urlParam(z.enum(['item', 'claim']), null) };

/**
 * Opens the form of a new item once if the URL asks for it, as a link of `newItem` does, or takes a new claim.
 * @param open undefined while the form cannot open, or the user may not create one
 */
export function useOpenByUrl(
  open: (() => void) | undefined,
  what: 'item' | 'claim' = 'item',
): void {
  const [{ new: wanted }, setState] = useUrlState(OPEN_PARAMS);
  const openForm = useEffectEvent(() => open?.());
  const canOpen = open !== undefined;
  useEffect(() => {
    if (wanted !== what || !canOpen) return;
    setState({ new: null }, { replace: true });
    openForm();
  }, [wanted, what, canOpen, setState]);
}
