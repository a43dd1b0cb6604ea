/** Values of series, minute by minute, in the notation of promtool. */
type Series = Readonly<Record<string, string>>;

const HTTP = 'http_request_duration_seconds';
const SERVER = 'job="portal",instance="server:3000"';
const minutes = (value: number) => `${value}x240`;
/** Grows by so much each minute. */
const grows = (by: number) => `0+${by}x240`;

/** A portal that works: no alert fires. The replica and the backup are there, too. */
export const HEALTHY: Series = {
  [`up{${SERVER}}`]: minutes(1),
  [`process_start_time_seconds{${SERVER}}`]: minutes(1000),
  [`nodejs_eventloop_lag_p99_seconds{${SERVER}}`]: minutes(0.01),
  'portal_build_info{instance="server:3000",version="1"}': minutes(1),
  'portal_build_info{instance="worker:9464",version="1"}': minutes(1),
  'portal_part_ready{part="database"}': minutes(1),
  'portal_part_ready{part="queue"}': minutes(1),
  'portal_part_ready{part="workers"}': minutes(1),
  portal_workers: minutes(2),
  [`${HTTP}_count{status="200",route="/api/v1/about"}`]: grows(6000),
  [`${HTTP}_count{status="500",route="/api/v1/about"}`]: grows(1),
  [`${HTTP}_bucket{le="0.5",route="/api/v1/about"}`]: grows(5900),
  [`${HTTP}_bucket{le="10",route="/api/v1/about"}`]: grows(6000),
  [`${HTTP}_bucket{le="+Inf",route="/api/v1/about"}`]: grows(6000),
  [`${HTTP}_bucket{le="0.5",route="/api/v1/tasks/upload"}`]: grows(0),
  [`${HTTP}_bucket{le="10",route="/api/v1/tasks/upload"}`]: grows(6000),
  [`${HTTP}_bucket{le="+Inf",route="/api/v1/tasks/upload"}`]: grows(6000),
  'portal_database_connections{pool="changes",state="waiting"}': '0 3 0 0x240',
  'portal_database_connections{pool="reads",state="in_use"}': minutes(12),
  'portal_change_feed_up{instance="server:3000"}': '1 0 1x240',
  'portal_push_lag_seconds_bucket{le="0.1"}': grows(1000),
  'portal_push_lag_seconds_bucket{le="5"}': grows(1001),
  'portal_push_lag_seconds_bucket{le="+Inf"}': grows(1001),
  'portal_queue_oldest_waiting_seconds{queue="task-import"}': minutes(60),
  'portal_imports_ended_total{outcome="failed"}': minutes(3),
  'portal_imports_ended_total{outcome="refused"}': grows(1),
  'portal_oldest_unfinished_seconds{kind="import"}': minutes(600),
  'portal_project_sync_age_seconds{project="1"}': minutes(80_000),
  portal_replica_reachable: minutes(1),
  portal_replica_behind_seconds: minutes(1),
  portal_custom_sql_refused_total: minutes(100),
  portal_upload_store_free_bytes: minutes(1e12),
  portal_housekeeping_age_seconds: minutes(90_000),
  portal_housekeeping_failed: minutes(0),
  portal_backup_age_seconds: minutes(80_000),
};

/** For each alert the values with which it fires, and no other. */
export const ALERT_CASES: Readonly<Record<string, Series>> = {
  PortalDown: { [`up{${SERVER}}`]: minutes(0) },
  PortalPartNotReady: { 'portal_part_ready{part="queue"}': minutes(0) },
  PortalNoWorker: {
    portal_workers: minutes(0),
    'portal_part_ready{part="workers"}': minutes(0),
  },
  PortalErrors: { [`${HTTP}_count{status="500",route="/api/v1/about"}`]: grows(100) },
  PortalSlow: { [`${HTTP}_bucket{le="0.5",route="/api/v1/about"}`]: grows(5000) },
  PortalEventLoopBusy: { [`nodejs_eventloop_lag_p99_seconds{${SERVER}}`]: minutes(0.5) },
  PortalRestarts: { [`process_start_time_seconds{${SERVER}}`]: '1000+1x240' },
  PortalVersionsMixed: {
    'portal_build_info{instance="worker:9464",version="1"}': '_x240',
    'portal_build_info{instance="worker:9464",version="2"}': minutes(1),
  },
  PortalConnectionsWait: {
    'portal_database_connections{pool="changes",state="waiting"}': minutes(1),
  },
  PortalChangeFeedDown: { 'portal_change_feed_up{instance="server:3000"}': minutes(0) },
  PortalPushSlow: { 'portal_push_lag_seconds_bucket{le="0.1"}': grows(900) },
  PortalQueueWaits: { 'portal_queue_oldest_waiting_seconds{queue="task-import"}': minutes(1000) },
  PortalImportsFail: { 'portal_imports_ended_total{outcome="failed"}': '3x175 4x60' },
  PortalUnfinishedOld: { 'portal_oldest_unfinished_seconds{kind="import"}': minutes(15_000) },
  PortalSyncOld: { 'portal_project_sync_age_seconds{project="1"}': minutes(200_000) },
  PortalReplicaAway: {
    portal_replica_reachable: minutes(0),
    portal_replica_behind_seconds: '_x240',
  },
  PortalReplicaBehind: { portal_replica_behind_seconds: minutes(90) },
  PortalCustomSqlRefused: { portal_custom_sql_refused_total: grows(2) },
  PortalUploadDiskFull: { portal_upload_store_free_bytes: minutes(1e9) },
  PortalHousekeepingOld: { portal_housekeeping_age_seconds: minutes(200_000) },
  PortalHousekeepingFails: { portal_housekeeping_failed: minutes(1) },
  PortalBackupOld: { portal_backup_age_seconds: minutes(200_000) },
};
