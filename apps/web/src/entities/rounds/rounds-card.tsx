import { Box, Skeleton, Typography } from '@mui/material';
import {
  MAX_ROUNDS,
  type ParetoPart,
  PARETOS,
  type RoundFigures,
  type Rounds,
  roundsSchema,
} from '@portal/contracts/rounds';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useState } from 'react';
import { isRefused, messageOf } from '../../lib/api-error';
import {
  formatCount,
  formatExact,
  formatInstantIn,
  formatPercent,
  formatZone,
  plural,
} from '../../lib/format';
import { useDrawn } from '../../lib/use-drawn';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import { userOf, useSessionStore } from '../../session/session-store';
import { ListFailure } from '../../tables/list-failure';
import { type PlainColumn, PlainTable } from '../../tables/plain-table';
import { twoLineRows } from '../../tables/two-line-rows';
import { DrawnBlock } from '../../ui/drawn-block';
import { Columns } from '../../ui/layout';
import { SectionCard } from '../../ui/section-card';
import { daysText } from '../batches/filters-text';
import { useReportingZone } from '../portal/use-today';
import { ParetoToggle, Pareto } from './pareto';
import { RoundCount, type RoundPart, RoundsContext } from './round-count';
import { roundsKey, type RoundsOf, roundsQuery } from './known-rounds';
import { intervalText } from '../../lib/share-text';

interface RoundsCardProps extends RoundsOf {
  live: LiveUpdates;
}

/** Rounds are read again less often than figures: their rows are read, not a read model of sums. */
const THROTTLE_MS = 10_000;

/** First-look acceptance, rounds and times by person, and what sends tasks back. Nothing without a round. */
export default function RoundsCard(props: RoundsCardProps) {
  const { projectId, podName, start, end, email, live } = props;
  const fetched = useLiveQuery(live, {
    throttle: THROTTLE_MS,
    queryKey: roundsKey(props),
    ...api.read('/tasks/rounds', roundsSchema, roundsQuery(props)),
  });
  const drawn = useDrawn(fetched, { start, end });
  const own = useSessionStore(userOf)?.email;
  if (isRefused(fetched.error)) return null;
  if (!drawn && !fetched.error) return <RoundsLoading />;
  if (!drawn) {
    return (
      <SectionCard title="Rounds" sx={cardSx}>
        <ListFailure
          error={fetched.error}
          failed="Failed to load the rounds"
          tooBroad="This period is too long"
          fallback={messageOf(fetched.error, '')}
          onRetry={fetched.refetch}
        />
      </SectionCard>
    );
  }
  if (drawn.data.all.rounds === 0 && drawn.data.counted_since === null) return null;
  return (
    <DrawnBlock isOld={drawn.isOld} label={daysText(drawn.label)}>
      <RoundsContext
        value={{
          areOwn: email !== undefined && email === own,
          project_id: projectId,
          days: { first: drawn.label.start ?? undefined, last: drawn.label.end ?? undefined },
          ...(podName !== undefined && { pod_name: podName }),
          ...(email !== undefined && { user_email: email }),
        }}
      >
        <Figures
          rounds={drawn.data}
          days={drawn.label}
          isOfUser={email !== undefined}
          isOfAllProjects={projectId === ALL_PROJECTS_ID}
        />
      </RoundsContext>
    </DrawnBlock>
  );
}

/** The place of the card while it loads, so that what follows stays where it is. */
function RoundsLoading() {
  return <Skeleton variant="rounded" height={320} sx={cardSx} />;
}

interface FiguresProps {
  rounds: Rounds;
  days: Parameters<typeof daysText>[0];
  /** Whether the rounds are of the tasks of one user. */
  isOfUser: boolean;
  isOfAllProjects: boolean;
}

function Figures({ rounds: data, days: { start, end }, isOfUser, isOfAllProjects }: FiguresProps) {
  const zone = useReportingZone();
  const [by, setBy] = useState<keyof typeof NAMELESS>('reason');
  const since =
    data.counted_since === null ? null : `since ${formatInstantIn(data.counted_since, zone)}`;
  const days = start === null && end === null ? 'of all time' : `on ${daysText({ start, end })}`;
  const parts: readonly ParetoPart[] = data.by[by] ?? [];
  return (
    <SectionCard
      title="Rounds"
      detail={
        <>
          <RoundCount number="rounds" name="rounds" count={data.all.rounds}>
            {plural(data.all.rounds, 'verdict', 'verdicts')}
          </RoundCount>
          {` ${since ?? days}${isOfUser ? ` in ${isOfAllProjects ? 'all projects' : 'the selected project'}` : ''}, ${formatZone(zone)}`}
        </>
      }
      meaning={MEANING}
      sx={cardSx}
    >
      {since !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          Counted are the newest {formatCount(MAX_ROUNDS)} verdicts
          {isOfUser ? '' : ' of the project'}. For earlier ones choose earlier days.
        </Typography>
      )}
      <Columns columns={{ xs: 1, lg: data.rework > 0 ? [7, 5] : 1 }} gap={3}>
        <PlainTable
          label="Rounds by person"
          columns={COLUMNS}
          rows={isOfUser ? data.users : [{ ...data.all, ...EVERYBODY }, ...data.users]}
          rowKey={(_row, index) => index}
          maxHeight={420}
          sx={(theme) => ({
            '& thead .MuiTableCell-root': { whiteSpace: 'normal' },
            ...twoLineRows('minmax(124px, 1.9fr) repeat(3, minmax(0, 1fr))')(theme),
          })}
        />
        {data.rework > 0 && (
          <div>
            <ParetoToggle options={PARETOS} value={by} onChange={setBy} />
            <Pareto
              label={`Rework by ${by === 'user' ? 'person' : by}`}
              parts={parts}
              // The newest rounds of one project are others than those of all.
              {...(!(by === 'batch' && isOfAllProjects && since !== null) && {
                partOf: PART_OF[by],
              })}
              rework={data.rework}
              nameless={NAMELESS[by]}
            />
            <Typography variant="caption" color="textSecondary">
              <RoundCount number="rework_rounds" name="ended with rework" count={data.rework}>
                {plural(data.rework, 'round', 'rounds')}
              </RoundCount>{' '}
              ended with rework. One with several reasons counts with each.
            </Typography>
          </div>
        )}
      </Columns>
    </SectionCard>
  );
}

const cardSx = { my: 2.5 };

const MEANING =
  'Counted are rounds by the day of their verdict, of tasks that are this person’s now. Accepted at first ' +
  'look are first rounds that were accepted, of all first rounds. Below stands the interval in which the true rate ' +
  'lies with 95% confidence (Clopper-Pearson): of few tasks it says little.';

const NAMELESS = {
  reason: 'Without a reason',
  user: 'Nobody',
  batch: 'Without a batch',
  model: 'Without a model',
} as const;

/** What a bar opens, by the key of its part. */
const PART_OF: Readonly<Record<keyof typeof NAMELESS, (key: string) => RoundPart>> = {
  reason: (reason) => ({ reason }),
  user: (task_user) => ({ task_user }),
  batch: (key) => {
    const [project_id = 0, turing_batch_id = 0] = key.split('-').map(Number);
    return { batch: { project_id, turing_batch_id } };
  },
  model: (target_model) => ({ target_model }),
};

interface Row extends RoundFigures {
  readonly user_email: string | null;
  readonly user_name: string | null;
}
/** Nobody has no name. */
const EVERYBODY = { user_email: null, user_name: 'All' };

const COLUMNS: readonly PlainColumn<Row>[] = [
  { head: 'Person', cell: ({ user_name: name, user_email: email }) => name ?? email ?? 'Nobody' },
  {
    head: 'Accepted at first look',
    numeric: true,
    cell: (row) => <FirstLook row={row} />,
  },
  {
    head: 'Rounds per task',
    numeric: true,
    title: 'The mean number of the round in which a task was accepted',
    cell: ({ rounds_per_task: mean }) => decimal(mean),
  },
  {
    head: 'Time to verdict',
    numeric: true,
    title: 'The median time from the submission to the verdict',
    cell: ({ hours_to_verdict: hours }) => hoursText(hours),
  },
  {
    head: 'Time to redo',
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

/** A rate with what it is counted from, which opens, and its interval: '9 of 10 (90.0%)', 'likely 55.5 to 99.7%'. */
function FirstLook({ row }: { row: Row }) {
  const { first_look: rate, user_email: email, user_name: name } = row;
  const isAll = email === null && name !== null;
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {rate.of === 0 ? (
        '–'
      ) : (
        <>
          {formatCount(rate.count)} of{' '}
          <RoundCount
            number="first_looks"
            name={`first looks, ${name ?? email ?? 'Nobody'}`}
            count={rate.of}
            {...(!isAll && { part: { task_user: email ?? '' } })}
          />
          {` (${formatPercent(rate.percent)})`}
        </>
      )}
      {rate.of > 0 && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
          {intervalText(rate)}
        </Box>
      )}
    </Box>
  );
}
