import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@portal/launcher/postgres/embedded';
import { freePort } from '@portal/launcher/postgres/free-port';
import type { ServerRun } from '@portal/launcher/postgres/server-run';
import { migrate } from '@portal/persistence/migrate';
import { standbyOf } from '@portal/testing/standby';

/** A migrated primary, and a replica that streams from it; both can be started and stopped. */
export interface ReplicatedCluster {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  startReplica(): Promise<void>;
  stopReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** The replica is made, but not started. It stops queries that are in the way at once. */
export async function startReplicatedCluster(): Promise<ReplicatedCluster> {
  const dir = await mkdtemp(join(tmpdir(), 'portal-replica-'));
  // The database can run as another user than this process.
  await chmod(dir, 0o755);
  const primary = await startEmbeddedPostgres({ dir: join(dir, 'primary') });
  await migrate(primary.url, { reportingTimeZone: 'America/Los_Angeles' });
  const standby = await standbyOf(primary.url, dir);
  const port = await freePort();
  let replica: ServerRun | undefined;
  const stopReplica = async (): Promise<void> => {
    await replica?.stop();
    replica = undefined;
  };
  return {
    primaryUrl: primary.url,
    replicaUrl: standby.url(port),
    async startReplica() {
      replica = await standby.start(port);
    },
    stopReplica,
    async stop() {
      await stopReplica();
      await primary.stop();
      await standby.remove();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
