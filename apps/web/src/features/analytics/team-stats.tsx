import { Box, Typography } from '@mui/material';
import { instantsOf, NAMED_PERIODS } from '@portal/domain/periods';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isRefused } from '../../lib/api-error';
import { formatDays, formatZone } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useUrlState, writeUrl } from '../../lib/url-state';
import { Freshness } from '../../live/freshness';
import { useProjectUpdates } from '../../live/live-query';
import { useMay } from '../../session/permissions';
import { userOf, useSessionStore } from '../../session/session-store';
import type { PodStats } from '../../entities/pods/pod-stats';
import { useReportingZone, useToday } from '../../entities/portal/use-today';
import { FailureAlert } from '../../ui/failure';
import { CopyLinkButton } from '../../ui/copy-link-button';
import { daysShown, memberTotals, trendsOf } from './members';
import { podStatsKey, type Span, type TeamScope, useLastDayStats, usePodStats } from './api';
import { chosenPeriod, METRIC_LABELS, METRICS, PERIOD_LABELS, TEAM_PARAMS } from './team-params';
import { TextToggle } from './text-toggle';
import { TotalsCard } from './totals-card';
import { TrendsCard } from './trends-card';
import { Columns, Row } from '../../ui/layout';

interface TeamStatsProps extends TeamScope {
  /** Called with the selected period, on opening and after each change. */
  onRangeUpdate?: (span: Span) => void;
}

/**
 * The work of the users of a project or pod: trends per day, the last 24 hours and a period. All
 * choices are in the URL.
 */
export function TeamStats({ projectId, podName, onRangeUpdate }: TeamStatsProps) {
  const [state, setState] = useUrlState(TEAM_PARAMS);
  const today = useToday();
  const zone = useReportingZone();
  const period = useMemo(() => chosenPeriod(state, today), [state, today]);
  const span = useMemo(() => instantsOf(period, zone), [period, zone]);
  useEffect(() => {
    onRangeUpdate?.(span);
  }, [onRangeUpdate, span]);

  const scope = { projectId, podName };
  const updates = useProjectUpdates(projectId);
  const selected = usePodStats(scope, span, updates);
  const lastDay = useLastDayStats(scope, updates);
  const rows = shownRows(selected);
  const lastDayRows = shownRows(lastDay);
  const trends = useMemo(
    () => rows && trendsOf(rows, daysShown(period, today), state.metric, today),
    [rows, period, today, state.metric],
  );

  const mayOpen = useMay()(['pod-info-public-view']);
  const own = useSessionStore((state) => userOf(state)?.email);
  const linkTo = (email: string) =>
    mayOpen || email === own
      ? paths.trainerStats(email, { start: period.first, end: period.last })
      : null;
  const queryClient = useQueryClient();
  const failed = selected.isError || lastDay.isError;

  return (
    <Columns gap={2}>
      <Row wrap gap={1.5}>
        <TextToggle
          label="Period"
          value={period.name}
          options={PERIOD_LABELS}
          order={NAMED_PERIODS}
          onChange={(name) => setState({ period: name, from: null, to: null })}
        />
        <TextToggle
          label="Metric"
          value={state.metric}
          options={METRIC_LABELS}
          order={METRICS}
          onChange={(metric) => setState({ metric })}
        />
        <Box sx={{ flex: 1 }} />
        <Freshness
          room={updates.room}
          asOf={Math.max(selected.dataUpdatedAt, lastDay.dataUpdatedAt)}
        />
        <CopyLinkButton link={() => fixedLink({ from: period.first, to: period.last })} />
      </Row>
      {failed && (
        <FailureAlert
          title="The statistics could not be loaded"
          onRetry={() => queryClient.invalidateQueries({ queryKey: podStatsKey(scope) })}
        />
      )}
      <TrendsCard
        trends={trends}
        metric={state.metric}
        period={formatDays(period.first, period.last)}
        view={state.trends}
        onView={(view) => setState({ trends: view })}
      />
      <Columns columns={{ md: 2 }} gap={2} sx={{ alignItems: 'start' }}>
        <TotalsCard
          title="Last 24 Hours"
          detail="Tasks completed since this time yesterday"
          members={useMemberTotals(lastDayRows)}
          linkTo={linkTo}
        />
        <TotalsCard
          title={period.name === null ? 'Selected Period' : PERIOD_LABELS[period.name]}
          detail={formatDays(period.first, period.last)}
          members={useMemberTotals(rows)}
          linkTo={linkTo}
        />
      </Columns>
      <Typography variant="caption" color="textSecondary">
        Days, weeks and months are in {formatZone(zone)}. Weeks start on Monday.
      </Typography>
    </Columns>
  );
}

type Rows = PodStats['rows'];

function useMemberTotals(rows: Rows | undefined | null) {
  return useMemo(() => rows && memberTotals(rows), [rows]);
}

/** The rows; null if they could not be loaded, or may no longer be seen. */
function shownRows({ data, error }: ReturnType<typeof usePodStats>): Rows | undefined | null {
  if (isRefused(error)) return null;
  return data?.rows ?? (error ? null : undefined);
}

/** The URL of the page with these days in place of the name of the period. */
function fixedLink(days: { from: string; to: string }): string {
  const { origin, pathname, search } = window.location;
  const change = { ...days, period: 'this_week' as const };
  const next = writeUrl(TEAM_PARAMS, new URLSearchParams(search), change);
  return `${origin}${pathname}?${next.toString()}`;
}
