import { CHART_TYPES } from '@portal/contracts/constants';
import type { CustomStat } from '@portal/contracts/custom-stats';
import { useCallback } from 'react';
import { z } from 'zod';
import { useUrlState, type UrlParam } from '../../lib/url-state';

export type ChartType = CustomStat['default_chart_type'];
type Views = ReadonlyMap<number, ChartType>;

/** `view=12-bar`, once per statistic that does not show its default. */
const viewSchema = z.templateLiteral([z.number().int().min(1), '-', z.enum(CHART_TYPES)]);
const typeSchema = z.enum(CHART_TYPES);

const VIEWS: UrlParam<Views> = {
  read: (values) =>
    new Map(
      values.flatMap((text) => {
        if (!viewSchema.safeParse(text).success) return [];
        const [id, type] = text.split('-');
        return [[Number(id), typeSchema.parse(type)] as const];
      }),
    ),
  write: (views) => [...views].map(([id, type]) => `${id}-${type}`),
};
const VIEW_PARAMS = { view: VIEWS };

/** The view of each statistic, in the URL. */
export function useViews() {
  const [{ view: views }, setState] = useUrlState(VIEW_PARAMS);
  const viewOf = (stat: CustomStat): ChartType => {
    const chosen = views.get(stat.id);
    const supported = chosen !== undefined && stat.supported_chart_types.includes(chosen);
    return supported ? chosen : stat.default_chart_type;
  };
  const setView = useCallback(
    (stat: CustomStat, type: ChartType) =>
      setState((now) => {
        const view = new Map(now.view);
        if (type === stat.default_chart_type) view.delete(stat.id);
        else view.set(stat.id, type);
        return { view };
      }),
    [setState],
  );
  return { viewOf, setView };
}
