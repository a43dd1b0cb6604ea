import { Typography } from '@mui/material';
import type { System } from '@portal/contracts/system';
import { COUNTED_FEATURES, COUNTED_WEEKS, type FeatureUse } from '@portal/contracts/uses';
import { formatBytes, formatCount } from '../../lib/format';
import { capitalised } from '../../lib/words';
import { type PlainColumn, PlainTable } from '../../tables/plain-table';
import { Sparkline } from '../../charts/sparkline';
import { statusColor } from '../../ui/status-color';
import { SectionCard } from '../../ui/section-card';
import { Ago, type CardProps, type TimedCardProps } from './facts';
import { Unread } from './unread';

type Worker = NonNullable<System['workers']>['running'][number];
type Table = NonNullable<System['database']>['tables'][number];
/** The waits for connections of workers are not known. */
type Pool = Omit<System['server']['pools'][number], 'waiting'> & { readonly waiting?: number };

export function WorkersCard({ system: { workers }, readAt }: TimedCardProps) {
  return (
    <SectionCard title="Workers" sx={{ gridColumn: '1 / -1' }}>
      {workers === null ? (
        <Unread />
      ) : workers.running.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No worker is running. Uploads wait for one.
        </Typography>
      ) : (
        <PlainTable
          label="Workers"
          columns={workerColumns(readAt)}
          rows={workers.running}
          rowKey={(_worker, index) => index}
        />
      )}
    </SectionCard>
  );
}

function workerColumns(readAt: number): readonly PlainColumn<Worker>[] {
  return [
    { head: 'Host', cell: ({ host }) => host },
    { head: 'Version', cell: ({ version }) => version },
    { head: 'Started', cell: ({ started_at: at }) => <Ago at={at} readAt={readAt} /> },
  ];
}

const FEATURES: Readonly<Record<FeatureUse['feature'], string>> = {
  claim: 'Tasks claimed for a review',
  review: 'Feedback given',
  feedback_opened: 'Feedback opened',
  number_opened: 'Numbers opened',
  conflict_settled: 'Rows of imports that contradicted the portal',
};

const USE_COLUMNS: readonly PlainColumn<FeatureUse>[] = [
  { head: 'Feature', cell: ({ feature }) => FEATURES[feature] },
  { head: 'Role', cell: ({ role }) => capitalised(role) },
  { head: 'This week', numeric: true, cell: ({ this_week: uses }) => formatCount(uses) },
  { head: 'Last week', numeric: true, cell: ({ last_week: uses }) => formatCount(uses) },
  { head: `${COUNTED_WEEKS} weeks`, numeric: true, cell: ({ quarter: uses }) => formatCount(uses) },
  {
    head: 'By week',
    cell: ({ weeks }) => (
      <Sparkline values={weeks} color={statusColor('completed')} width={104} height={28} />
    ),
    sx: { display: { xs: 'none', md: 'table-cell' } },
  },
];

/** How often each role uses each part of the portal. Uses of single persons are not counted. */
export function UsesCard({ system: { uses } }: CardProps) {
  return (
    <SectionCard
      title="Use"
      detail="By role. Persons are not counted."
      sx={{ gridColumn: '1 / -1' }}
    >
      {uses === null ? (
        <Unread />
      ) : uses.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          Nothing was used in the last {COUNTED_WEEKS} weeks.
        </Typography>
      ) : (
        <>
          <PlainTable
            label="Use"
            columns={USE_COLUMNS}
            rows={uses}
            rowKey={({ feature, role }) => `${feature} ${role}`}
          />
          <Unused uses={uses} />
        </>
      )}
    </SectionCard>
  );
}

/** What nobody has used is a feature to remove. */
function Unused({ uses }: { uses: readonly FeatureUse[] }) {
  const used = new Set(uses.map(({ feature }) => feature));
  const unused = COUNTED_FEATURES.filter((feature) => !used.has(feature));
  if (unused.length === 0) return null;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
      Not used in the last {COUNTED_WEEKS} weeks:{' '}
      {unused.map((feature) => FEATURES[feature]).join(', ')}.
    </Typography>
  );
}

const POOL_COLUMNS: readonly PlainColumn<Pool>[] = [
  { head: 'Pool', cell: ({ name }) => name },
  { head: 'In use', numeric: true, cell: ({ in_use: inUse }) => formatCount(inUse) },
  { head: 'Idle', numeric: true, cell: ({ idle }) => formatCount(idle) },
  {
    head: 'Waiting',
    numeric: true,
    title: 'Requests that wait for a connection',
    cell: ({ waiting }) => (waiting === undefined ? '–' : formatCount(waiting)),
  },
];

/** The pools of this server, then those of all workers together. */
export function ConnectionsCard({ system: { server, workers } }: CardProps) {
  const pools: Pool[] = [...server.pools, ...(workers?.pools ?? [])];
  return (
    <SectionCard title="Connections" detail="Of this server, and of all workers together">
      <PlainTable
        label="Connections"
        columns={POOL_COLUMNS}
        rows={pools}
        rowKey={({ name }) => name}
      />
    </SectionCard>
  );
}

const TABLE_COLUMNS: readonly PlainColumn<Table>[] = [
  { head: 'Table', cell: ({ name }) => name, sx: { overflowWrap: 'anywhere' } },
  {
    head: 'Size',
    numeric: true,
    sorted: 'desc',
    sx: { whiteSpace: 'nowrap' },
    cell: ({ bytes }) => formatBytes(bytes),
  },
  { head: 'Rows', numeric: true, cell: ({ rows }) => formatCount(rows) },
];

export function TablesCard({ system: { database } }: CardProps) {
  return (
    <SectionCard title="Largest tables" detail="With their indexes. PostgreSQL estimates the rows.">
      {database === null ? (
        <Unread />
      ) : (
        <PlainTable
          label="Largest tables"
          columns={TABLE_COLUMNS}
          rows={database.tables}
          rowKey={({ name }) => name}
        />
      )}
    </SectionCard>
  );
}
