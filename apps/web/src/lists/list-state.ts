import { MAX_FILTER_TEXT } from '@portal/contracts/constants';
import type { ListMeta } from '@portal/contracts/lists';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { z } from 'zod';
import { urlParam, type UrlParam, type UrlStateOf } from '../lib/url-state';
import { PAGE_SIZES } from '../tables/table-props';
import { conditionsParam, filtersText } from './filters/conditions';

const sizeSchema = wholeNumberParam({ minimum: 1 }).refine((size) =>
  PAGE_SIZES.some((one) => one === size),
);

/** Ids of hidden columns with commas; null if the URL does not say. */
const hideParam: UrlParam<readonly string[] | null> = {
  read: ([text]) => (text === undefined ? null : text.split(',').filter((id) => id !== '')),
  write: (ids) => (ids === null ? [] : [ids.join(',')]),
};

/** The state of a list, with the names of the API. */
export const LIST_PARAMS = {
  page: urlParam(wholeNumberParam({ minimum: 1, maximum: 1_000_000 }), 1),
  size: urlParam(sizeSchema, 10),
  sort_by: urlParam(z.string().min(1), null),
  sort_order: urlParam(z.enum(['asc', 'desc']), null),
  search: urlParam(z.string().max(MAX_FILTER_TEXT), ''),
  filters: conditionsParam,
  hide: hideParam,
};
export type ListState = UrlStateOf<typeof LIST_PARAMS>;

/** The items of a list in its order, as the API takes them. */
export interface SelectionQuery {
  readonly sort_by?: string;
  readonly sort_order?: 'asc' | 'desc';
  readonly search?: string;
  readonly filters?: string;
}

/** One page of the selected items. */
export function pageQuery(state: ListState) {
  return { page: state.page, size: state.size, ...selectionQuery(state) };
}

/** Search, filters and order of a list. */
export function selectionQuery(state: ListState): SelectionQuery {
  const filters = filtersText(state.filters);
  return {
    ...(state.sort_by !== null && { sort_by: state.sort_by }),
    ...(state.sort_order !== null && { sort_order: state.sort_order }),
    ...(state.search !== '' && { search: state.search }),
    ...(filters !== '' && { filters }),
  };
}

/** The order of a list: the chosen one, or the default of the metadata. */
export function sortOf({ default_sort }: ListMeta, { sort_by, sort_order }: ListState) {
  if (sort_by === null) return { id: default_sort.sort_by, order: default_sort.sort_order };
  return { id: sort_by, order: sort_order ?? ('asc' as const) };
}
