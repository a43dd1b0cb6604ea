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
import { NumberTasks } from '../../entities/tasks/by-number/number-tasks';
import type { PodStats } from '../../entities/pods/pod-stats';
import { useReportingZone, useToday } from '../../entities/portal/use-today';
import { FailureAlert } from '../../ui/failure';
import { CopyLinkButton } from '../../ui/copy-link-button';
import { daysShown, memberTotals, trendsOf } from './members';
import { podStatsKey, type Span, type TeamScope, useLastDayStats, usePodStats } from './api';
import { DaysView } from './days-view';
import { SelectField } from '../../ui/inputs/select-field';
import {
  chosenPeriod,
  METRIC_LABELS,
  METRICS,
  PERIOD_LABELS,
  periodBefore,
  TEAM_PARAMS,
} from './team-params';
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
  const before = useMemo(() => instantsOf(periodBefore(period), zone), [period, zone]);
  const former = usePodStats(scope, before, updates, state.trends === 'days');
  const pod = podName === undefined ? state.pod : null;
  const pods = podsOf(selected.data?.rows ?? [], pod);
  const rows = useRowsOf(selected, pod);
  const lastDayRows = useRowsOf(lastDay, pod);
  const formerRows = useRowsOf(former, pod);
  const days = useMemo(() => daysShown(period, today), [period, today]);
  const trends = useMemo(
    () => rows && trendsOf(rows, days, state.metric, today),
    [rows, days, today, state.metric],
  );

  const mayOpen = useMay()(['pod-info-public-view']);
  const own = useSessionStore((state) => userOf(state)?.email);
  const linkTo = (email: string) =>
    mayOpen || email === own
      ? paths.trainerStats(email, { start: period.first, end: period.last })
      : null;
  const queryClient = useQueryClient();
  const failed = selected.isError || lastDay.isError || former.isError;

  return (
    <NumberTasks projectId={projectId} live={updates} ofPeople>
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
          {podName === undefined && pods.length > 0 && (
            <SelectField
              size="small"
              label="Pod"
              value={pod ?? ''}
              none="All pods"
              options={pods.map((pod) => ({ value: pod, label: pod }))}
              onChange={(chosen) => setState({ pod: chosen === '' ? null : chosen })}
              sx={{ minWidth: 150 }}
            />
          )}
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
          days={
            rows && (
              <DaysView
                {...{ rows, period, days, today, linkTo }}
                rowsBefore={formerRows ?? undefined}
                metric={state.metric}
                order={state.sort}
                onOrder={(sort) => setState({ sort })}
              />
            )
          }
        />
        <Columns columns={{ md: 2 }} gap={2} sx={{ alignItems: 'start' }}>
          <TotalsCard
            title="Last 24 Hours"
            detail="Tasks completed since this time yesterday"
            members={useMemberTotals(lastDayRows)}
            linkTo={linkTo}
            period={lastDay.data && { instants: lastDay.data.instants }}
            podName={podName ?? pod ?? undefined}
          />
          <TotalsCard
            title={period.name === null ? 'Selected Period' : PERIOD_LABELS[period.name]}
            detail={formatDays(period.first, period.last)}
            members={useMemberTotals(rows)}
            linkTo={linkTo}
            period={{ days: period }}
            podName={podName ?? pod ?? undefined}
          />
        </Columns>
        <Typography variant="caption" color="textSecondary">
          Days, weeks and months are in {formatZone(zone)}. Weeks start on Monday.
        </Typography>
      </Columns>
    </NumberTasks>
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

/** The pods of the users, and the chosen one, by name. */
function podsOf(rows: Rows, chosen: string | null): string[] {
  const pods = new Set(rows.flatMap(({ user }) => user?.pods ?? []));
  if (chosen !== null) pods.add(chosen);
  return [...pods].toSorted((one, other) => one.localeCompare(other));
}

/** The rows of the users in a pod, or of all; null if they cannot be shown. */
function useRowsOf(result: ReturnType<typeof usePodStats>, pod: string | null) {
  const rows = shownRows(result);
  return useMemo(
    () => (pod === null ? rows : rows?.filter(({ user }) => user?.pods.includes(pod))),
    [rows, pod],
  );
}

/** The URL of the page with these days in place of the name of the period. */
function fixedLink(days: { from: string; to: string }): string {
  const { origin, pathname, search } = window.location;
  const change = { ...days, period: 'this_week' as const };
  const next = writeUrl(TEAM_PARAMS, new URLSearchParams(search), change);
  return `${origin}${pathname}?${next.toString()}`;
}
