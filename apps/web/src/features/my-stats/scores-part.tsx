import { Skeleton } from '@mui/material';
import { userScoresSchema, type WeekOfScores } from '@portal/contracts/task-stats';
import { addDays, format, parseISO } from 'date-fns';
import { useMemo } from 'react';
import { MeasuredChart } from '../../charts/category-chart';
import { ChartOrTable, TableOfChart } from '../../charts/chart-or-table';
import { chartViewParam } from '../../charts/chart-view';
import { daysText } from '../../entities/batches/filters-text';
import { useReportingZone } from '../../entities/portal/use-today';
import { isRefused, messageOf } from '../../lib/api-error';
import {
  formatCount,
  formatDay,
  formatExact,
  formatMonthDay,
  formatZone,
  plural,
} from '../../lib/format';
import { useProjectStore } from '../../lib/project-store';
import { useUrlState } from '../../lib/url-state';
import { useDrawn } from '../../lib/use-drawn';
import { useLiveQuery, useProjectUpdates } from '../../live/live-query';
import { api } from '../../session/api';
import { DrawnBlock } from '../../ui/drawn-block';
import { FailureAlert } from '../../ui/failure';
import { SectionCard } from '../../ui/section-card';
import { statusColor } from '../../ui/status-color';
import { type DayRange, instantsOf } from './period';

const CHART_HEIGHT = 180;
const TABLE_HEIGHT = 320;
const PARAMS = { scores: chartViewParam };
const LABEL = 'Mean score per week';
/** Reviews are read, not a read model of sums. */
const THROTTLE_MS = 10_000;

/** The mean score of the reviews of a user by week. Nothing without a score. */
export default function ScoresPart({ email, range }: { email: string; range: DayRange }) {
  const zone = useReportingZone();
  const projectId = useProjectStore((state) => state.selectedId);
  const query = {
    ...instantsOf(range, zone),
    ...(projectId !== null && { stamp_project_id: projectId }),
  };
  const fetched = useLiveQuery(useProjectUpdates(projectId), {
    throttle: THROTTLE_MS,
    queryKey: ['user-scores', email, query] as const,
    ...api.read(`/tasks/by-user/${encodeURIComponent(email)}/scores`, userScoresSchema, query),
  });
  const drawn = useDrawn(fetched, range);
  if (isRefused(fetched.error)) return null;
  if (!drawn && !fetched.error) {
    return <Skeleton variant="rounded" height={CHART_HEIGHT + 112} sx={{ mb: 2.5 }} />;
  }
  if (!drawn) {
    return (
      <SectionCard title="Scores" sx={{ mb: 2.5 }}>
        <FailureAlert
          title="Failed to load the scores"
          detail={messageOf(fetched.error, '')}
          onRetry={fetched.refetch}
        />
      </SectionCard>
    );
  }
  if (drawn.data.scores.length === 0) return null;
  return (
    <DrawnBlock isOld={drawn.isOld} label={daysText(drawn.label)}>
      <Scores scores={drawn.data.scores} days={drawn.label} />
    </DrawnBlock>
  );
}

interface ScoresProps {
  scores: readonly WeekOfScores[];
  days: Parameters<typeof daysText>[0];
}

function Scores({ scores, days }: ScoresProps) {
  const zone = formatZone(useReportingZone());
  const [{ scores: view }, setUrl] = useUrlState(PARAMS);
  const weeks = useMemo(() => everyWeek(scores), [scores]);
  const labels = weeks.map(({ week }) => `Week of ${formatDay(week)}`);
  const count = scores.reduce((total, { reviews }) => total + reviews, 0);
  const means = {
    ...{ key: 'mean', label: 'Mean score', color: statusColor('completed') },
    values: weeks.map(({ mean }) => mean),
  };
  return (
    <SectionCard
      title="Scores"
      detail={`Mean score of ${plural(count, 'review', 'reviews')} ${onDays(days)}, by the week in which they were submitted, ${zone}`}
      actions={
        <ChartOrTable
          label="View of the scores"
          view={view}
          onView={(chosen) => setUrl({ scores: chosen })}
        />
      }
      sx={{ mb: 2.5 }}
    >
      {view === 'table' ? (
        <TableOfChart
          labels={labels}
          series={[
            { ...means, texts: weeks.map(({ mean }) => meanText(mean)) },
            {
              ...{ key: 'reviews', label: 'Reviews' },
              texts: weeks.map(({ reviews }) => formatCount(reviews)),
            },
          ]}
          heading="Week"
          label={LABEL}
          maxHeight={TABLE_HEIGHT}
        />
      ) : (
        <MeasuredChart
          minHeight={CHART_HEIGHT}
          kind="line"
          by="week"
          labels={labels}
          ticks={weeks.map(({ week }) => formatMonthDay(week))}
          series={[
            {
              ...means,
              texts: weeks.map(({ mean, reviews }) =>
                mean === null
                  ? 'no review'
                  : `${meanText(mean)} of ${plural(reviews, 'review', 'reviews')}`,
              ),
            },
          ]}
          label={LABEL}
          formatTick={scoreText}
        />
      )}
    </SectionCard>
  );
}

function onDays(days: Parameters<typeof daysText>[0]): string {
  return days.start === null && days.end === null ? 'of all time' : `on ${daysText(days)}`;
}

function meanText(mean: number | null): string {
  return mean === null ? '–' : scoreText(mean);
}

function scoreText(score: number): string {
  return formatExact(String(Math.round(score * 100) / 100));
}

interface Week extends Omit<WeekOfScores, 'mean'> {
  readonly mean: number | null;
}

/** From the first to the last one, also those without a score. */
function everyWeek(scores: readonly WeekOfScores[]): Week[] {
  const [first, last] = [scores[0]?.week, scores.at(-1)?.week];
  if (first === undefined || last === undefined) return [];
  const byWeek = new Map(scores.map((one) => [one.week, one]));
  const weeks: Week[] = [];
  for (let week = first; week <= last; week = nextWeek(week)) {
    weeks.push(byWeek.get(week) ?? { week, reviews: 0, mean: null });
  }
  return weeks;
}

function nextWeek(week: string): string {
  return format(addDays(parseISO(week), 7), 'yyyy-MM-dd');
}
