import { type Part, PARTS, type System } from '@portal/contracts/system';
import { Children, type ReactNode } from 'react';
import { formatBytes, formatCount, formatDuration, formatRelative } from '../../lib/format';
import { capitalised } from '../../lib/words';
import { Fact, Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { SectionCard } from '../../ui/section-card';
import { statusColor } from '../../ui/status-color';
import { StatusDot } from '../../ui/status-dot';
import { Unread } from './unread';

export interface CardProps {
  system: System;
}

export interface TimedCardProps extends CardProps {
  /** When it was read, in epoch milliseconds. */
  readAt: number;
}

const PART_NAMES: Readonly<Record<Part, string>> = {
  database: 'Database',
  migrations: 'Migrations',
  queue: 'Queue',
  uploads: 'Store of uploads',
  custom_sql: 'Custom SQL',
  workers: 'Workers',
};

export function HealthCard({ system: { health } }: CardProps) {
  return (
    <FactsCard title="Health">
      {PARTS.map((part) => (
        <Fact key={part} name={PART_NAMES[part]}>
          <Sign works={health[part] === 'ok'}>
            {health[part] === 'ok' ? 'In order' : capitalised(health[part])}
          </Sign>
        </Fact>
      ))}
    </FactsCard>
  );
}

export function UpkeepCard({ system: { version, upkeep }, readAt }: TimedCardProps) {
  return (
    <FactsCard title="Portal" isUnread={upkeep === null}>
      <Fact name="Version">{version}</Fact>
      {upkeep !== null && (
        <>
          <Fact name="Last backup">
            <Ago at={upkeep.last_backup_at} readAt={readAt} never="None is recorded" />
          </Fact>
          <Fact name="Last housekeeping">
            <Ago at={upkeep.housekeeping.ended_at} readAt={readAt} never="Not yet" />
          </Fact>
          {upkeep.housekeeping.failed.length > 0 && (
            <Fact name="Housekeeping that failed">
              <Sign works={false}>{upkeep.housekeeping.failed.join(', ')}</Sign>
            </Fact>
          )}
        </>
      )}
    </FactsCard>
  );
}

export function DatabaseCard({ system: { database, replica }, readAt }: TimedCardProps) {
  return (
    <FactsCard title="Database" isUnread={database === null}>
      {database !== null && (
        <>
          <Fact name="Version">PostgreSQL {database.version}</Fact>
          <Fact name="Size">{formatBytes(database.bytes)}</Fact>
          <Fact name="Started">
            <Ago at={database.started_at} readAt={readAt} />
          </Fact>
          <Fact name="Connections">
            {formatCount(database.connections)} of {formatCount(database.max_connections)}
          </Fact>
        </>
      )}
      <Fact name="Replica">{replicaText(replica)}</Fact>
    </FactsCard>
  );
}

function replicaText(replica: System['replica']): ReactNode {
  if (replica === null) return 'None';
  if (replica.behind_seconds === null) return <Sign works={false}>Cannot be reached</Sign>;
  if (replica.behind_seconds === 0) return 'Has everything';
  return `At most ${formatDuration(replica.behind_seconds)} behind`;
}

export function QueueCard({ system: { queue } }: CardProps) {
  return (
    <FactsCard title="Queue" isUnread={queue === null}>
      {queue !== null && (
        <>
          <Fact name="Waiting">{formatCount(queue.waiting)}</Fact>
          <Fact name="Running">{formatCount(queue.running)}</Fact>
          <Fact name="Waiting for a retry">{formatCount(queue.delayed)}</Fact>
          <Fact name="Failed">{formatCount(queue.failed)}</Fact>
          <Fact name="Oldest waiting">
            {queue.waiting === 0 ? 'None' : formatDuration(queue.oldest_waiting_seconds)}
          </Fact>
          <Fact name="Kept in">{queue.store === 'redis' ? 'Redis' : 'The database'}</Fact>
        </>
      )}
    </FactsCard>
  );
}

export function ServerCard({ system: { server }, readAt }: TimedCardProps) {
  const { host, node, started_at: startedAt, sockets, custom_sql: runs } = server;
  return (
    <FactsCard title="This server">
      <Fact name="Host">{host}</Fact>
      <Fact name="Started">
        <Ago at={startedAt} readAt={readAt} />
      </Fact>
      <Fact name="Node">{node}</Fact>
      <Fact name="Open sockets">{formatCount(sockets)}</Fact>
      <Fact name="Custom SQL">
        {formatCount(runs.running)} running, {formatCount(runs.waiting)} waiting
      </Fact>
    </FactsCard>
  );
}

export function UploadsCard({ system: { uploads } }: CardProps) {
  return (
    <FactsCard title="Store of uploads" isUnread={uploads === null}>
      {uploads !== null && (
        <>
          <Fact name="Files">{formatCount(uploads.files)}</Fact>
          <Fact name="Size">{formatBytes(uploads.bytes)}</Fact>
          {uploads.free_bytes !== null && (
            <Fact name="Free space">{formatBytes(uploads.free_bytes)}</Fact>
          )}
          <Fact name="Kept in">{uploads.store === 'bucket' ? 'A bucket' : 'A directory'}</Fact>
        </>
      )}
    </FactsCard>
  );
}

interface FactsCardProps {
  title: string;
  /** Whether a part of its figures could not be read. */
  isUnread?: boolean;
  children: ReactNode;
}

function FactsCard({ title, isUnread = false, children }: FactsCardProps) {
  return (
    <SectionCard title={title} detail={isUnread ? <Unread /> : undefined}>
      {Children.toArray(children).length > 0 && <Facts width={130}>{children}</Facts>}
    </SectionCard>
  );
}

/** The text says the same, so the colour is never the only sign. */
function Sign({ works, children }: { works: boolean; children: ReactNode }) {
  return (
    <>
      <StatusDot
        aria-hidden
        style={{ marginRight: 8, backgroundColor: statusColor(works ? 'completed' : 'rework') }}
      />
      {children}
    </>
  );
}

interface AgoProps {
  at: string | null;
  readAt: number;
  never?: string;
}

/** How long ago it was when the page read it. */
export function Ago({ at, readAt, never }: AgoProps) {
  return at === null ? never : <Instant at={at} format={() => formatRelative(at, readAt)} />;
}
