/**
 * Initial settings of a sandbox role's session. They are no security boundary, because a query can
 * change its settings: the limits stop accidents, the rest fixes the format of values.
 * @param zone of a reporting day, so that `completed_at::date` is the day on dashboards
 */
export function roleSettings(version: number, zone: string): Record<string, string> {
  return {
    default_transaction_read_only: 'on',
    search_path: 'reporting',
    // Runs set a shorter timeout, at most 120 s.
    statement_timeout: '125s',
    ...(version >= 170_000 && { transaction_timeout: '130s' }),
    lock_timeout: '1s',
    idle_in_transaction_session_timeout: '15s',
    idle_session_timeout: '15s',
    // Detects a disconnected client during a query.
    client_connection_check_interval: '1s',
    work_mem: '16MB',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // A view always reads its project by index: the duration reveals nothing about other projects.
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
 * Settings that only a superuser can change, or an owner with that privilege; each with the
 * consequence of its absence.
 */
export const SUPERUSER_SETTINGS = [
  {
    name: 'temp_file_limit',
    value: '512MB',
    without: 'temporary files have no limit of their own',
  },
  {
    // Messages quote values, and a query can raise its errors up to fatal.
    name: 'log_min_messages',
    value: 'panic',
    without: "errors of custom SQL are in the database's log, with the values they quote",
  },
] as const;
