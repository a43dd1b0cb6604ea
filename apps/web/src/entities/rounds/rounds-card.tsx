import { Typography } from '@mui/material';
import {
  MAX_ROUNDS,
  type ParetoPart,
  PARETOS,
  type RoundFigures,
  roundsSchema,
} from '@portal/contracts/rounds';
import { useState } from 'react';
import { isRefused } from '../../lib/api-error';
import { formatCount, formatExact, formatInstantIn, formatZone, plural } from '../../lib/format';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import { type PlainColumn, PlainTable } from '../../tables/plain-table';
import { LoadError } from '../../ui/load-error';
import { Columns } from '../../ui/layout';
import { SectionCard } from '../../ui/section-card';
import { daysText } from '../batches/filters-text';
import { useReportingZone } from '../portal/use-today';
import { ParetoToggle } from './pareto-toggle';
import { Pareto } from './pareto';
import { RateWithInterval } from './rate';

interface RoundsCardProps {
  projectId: number;
  /** The days on which the rounds ended, both included; null without a bound. */
  start: string | null;
  end: string | null;
  batchIds?: readonly number[] | undefined;
  /** Tasks of the members of this pod, or of this user. */
  podName?: string;
  email?: string;
  live: LiveUpdates;
}

/** Rounds are read again less often than figures: their rows are read, not a read model of sums. */
const THROTTLE_MS = 10_000;

/** First-look acceptance, rounds and times by person, and what sends tasks back. Nothing without a round. */
export default function RoundsCard(props: RoundsCardProps) {
  const { projectId, start, end, batchIds, podName, email, live } = props;
  const zone = useReportingZone();
  const [by, setBy] = useState<keyof typeof NAMELESS>('reason');
  const query = {
    project_id: projectId,
    ...(start !== null && { start_date: start }),
    ...(end !== null && { end_date: end }),
    ...(batchIds && { batch_ids: batchIds }),
    ...(podName !== undefined && { pod_name: podName }),
    ...(email !== undefined && { user_email: email }),
  };
  const { data, error, errorUpdatedAt } = useLiveQuery(live, {
    throttle: THROTTLE_MS,
    queryKey: ['rounds', query] as const,
    ...api.read('/tasks/rounds', roundsSchema, query),
  });
  if (isRefused(error)) return null;
  if (error && !data) {
    return <LoadError fallback="Failed to load the rounds" error={error} at={errorUpdatedAt} />;
  }
  if (!data || (data.all.rounds === 0 && data.counted_since === null)) return null;
  const since =
    data.counted_since === null ? null : `since ${formatInstantIn(data.counted_since, zone)}`;
  const days = start === null && end === null ? 'of all time' : `on ${daysText({ start, end })}`;
  const parts: readonly ParetoPart[] = data.by[by] ?? [];
  return (
    <SectionCard
      title="Rounds"
      detail={`${plural(data.all.rounds, 'verdict', 'verdicts')} ${since ?? days}, ${formatZone(zone)}`}
      meaning={MEANING}
      sx={{ my: 2.5 }}
    >
      {since !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          Counted are the newest {formatCount(MAX_ROUNDS)} verdicts
          {email === undefined ? ' of the project' : ''}. For earlier ones choose earlier days.
        </Typography>
      )}
      <Columns columns={{ xs: 1, lg: data.rework > 0 ? [7, 5] : 1 }} gap={3}>
        <PlainTable
          label="Rounds by person"
          columns={COLUMNS}
          rows={email === undefined ? [{ ...data.all, ...EVERYBODY }, ...data.users] : data.users}
          rowKey={(_row, index) => index}
          maxHeight={420}
        />
        {data.rework > 0 && (
          <div>
            <ParetoToggle options={PARETOS} value={by} onChange={setBy} />
            <Pareto
              label={`Rework by ${by === 'user' ? 'person' : by}`}
              parts={parts}
              rework={data.rework}
              nameless={NAMELESS[by]}
            />
            <Typography variant="caption" color="textSecondary">
              Rounds that ended with rework. One with several reasons counts with each.
            </Typography>
          </div>
        )}
      </Columns>
    </SectionCard>
  );
}

const MEANING =
  'Counted are rounds by the day of their verdict, of tasks that are this person’s now. First look: of the first ' +
  'rounds those that were accepted. Beside it is what it is counted from, and the interval in which the true rate ' +
  'lies with 95% confidence (Clopper-Pearson): of few tasks it says little.';

const NAMELESS = {
  reason: 'Without a reason',
  user: 'Nobody',
  batch: 'Without a batch',
  model: 'Without a model',
} as const;

interface Row extends RoundFigures {
  readonly user_email: string | null;
  readonly user_name: string | null;
}
const EVERYBODY = { user_email: null, user_name: 'All' };

const COLUMNS: readonly PlainColumn<Row>[] = [
  { head: 'Person', cell: ({ user_name: name, user_email: email }) => name ?? email ?? 'Nobody' },
  {
    head: 'First look',
    numeric: true,
    cell: ({ first_look: rate }) => <RateWithInterval rate={rate} />,
  },
  {
    head: 'Rounds per task',
    numeric: true,
    title: 'The mean number of the round in which a task was accepted',
    cell: ({ rounds_per_task: mean }) => decimal(mean),
  },
  {
    head: 'To verdict',
    numeric: true,
    title: 'The median time from the submission to the verdict',
    cell: ({ hours_to_verdict: hours }) => hoursText(hours),
  },
  {
    head: 'To return',
    numeric: true,
    title: 'The median time from rework to the next submission',
    cell: ({ hours_to_return: hours }) => hoursText(hours),
  },
];

function decimal(value: number | null): string {
  return value === null ? '–' : formatExact(value.toFixed(1));
}

const HOURS_OF_DAY = 24;

function hoursText(hours: number | null): string {
  if (hours === null) return '–';
  return hours < 2 * HOURS_OF_DAY ? `${decimal(hours)} h` : `${decimal(hours / HOURS_OF_DAY)} d`;
}
