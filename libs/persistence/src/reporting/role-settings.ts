/**
 * What a session of a sandbox role starts with. None of it is a boundary, as a query may change its own
 * settings: the limits keep an honest mistake short, the rest fixes how values are written.
 * @param zone of a reporting day, so that `completed_at::date` is the day that dashboards show
 */
export function roleSettings(version: number, zone: string): Record<string, string> {
  return {
    default_transaction_read_only: 'on',
    search_path: 'reporting',
    // Runs set a shorter one; the longest they may have is 120 s.
    statement_timeout: '125s',
    ...(version >= 170_000 && { transaction_timeout: '130s' }),
    lock_timeout: '1s',
    idle_in_transaction_session_timeout: '15s',
    idle_session_timeout: '15s',
    // Notices that the client went away while it computes.
    client_connection_check_interval: '1s',
    work_mem: '16MB',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // A view is read by its project's index: how long that takes tells nothing of other projects.
    enable_seqscan: 'off',
    // Almost every run reads all rows of its cursor.
    cursor_tuple_fraction: '1',
    client_min_messages: 'error',
    DateStyle: 'ISO, YMD',
    IntervalStyle: 'iso_8601',
    bytea_output: 'hex',
    TimeZone: zone,
  };
}

/**
 * What only a superuser may say of a role, or an owner who was granted it; each with what is open
 * without it.
 */
export const SUPERUSER_SETTINGS = [
  {
    name: 'temp_file_limit',
    value: '512MB',
    without: 'temporary files have no limit of their own',
  },
  {
    // Messages quote values, and a query may raise its errors up to fatal.
    name: 'log_min_messages',
    value: 'panic',
    without: "errors of custom SQL are in the database's log, with the values they quote",
  },
] as const;
