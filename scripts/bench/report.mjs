import { cpus, totalmem } from 'node:os';
import {
  count,
  markdownTable,
  milliseconds as figure,
  seconds,
  yesOrNo,
} from '../lib/benchmark-section.mjs';

const HEAD = ['what', 'measured', 'baseline', 'ratio', 'target', 'met'];

/**
 * The results of a bench.
 * @template {(...given: never[]) => unknown} Bench
 * @typedef {Awaited<ReturnType<Bench>>} ResultOf
 */

/**
 * @typedef {object} Measured
 * @property {{ tasks: number, manyTasks: number }} sizes
 * @property {ResultOf<typeof import('./import.mjs').benchImport>} imported
 * @property {ResultOf<typeof import('./import.mjs').benchImport>} again
 * @property {ResultOf<typeof import('./import.mjs').benchImport>} changed
 * @property {ResultOf<typeof import('./import.mjs').benchImport>} importedMany
 * @property {ResultOf<typeof import('./copy.mjs').benchCopy>} copied
 * @property {ResultOf<typeof import('./overview.mjs').benchOverview>} overview
 * @property {ResultOf<typeof import('./lists.mjs').benchLists>} lists
 * @property {ResultOf<typeof import('./custom-sql.mjs').benchCustomSql>} customSql
 * @property {ResultOf<typeof import('./live.mjs').benchLive>} live
 * @property {ResultOf<typeof import('./daily-imports.mjs').benchDailyImports>} daily
 * @property {{ peak: number, peakMany: number }} memory bytes
 */

/**
 * The table of ratios as Markdown.
 * @param {Measured} measured
 */
export function tableOf({ overview, lists, customSql, live, daily, ...measured }) {
  const rows = [
    ...rowsOfImports(measured),
    ...rowsOfDailyImports(daily),
    ...rowsOfOverview(overview),
    ...lists.map(rowOfList),
    ...rowsOfCustomSql(customSql),
    ...rowsOfLive(live),
  ];
  return markdownTable(
    HEAD,
    rows.map((cells) => HEAD.map((_, at) => cells[at] ?? '')),
  );
}

/** @param {Omit<Measured, 'overview' | 'lists' | 'customSql' | 'live' | 'daily'>} measured */
function rowsOfImports({ sizes, imported, again, changed, copied, memory, importedMany }) {
  const copy = `${copied.by} of the same rows: ${seconds(copied.ms)}`;
  /** @type {(what: string, times: Measured['imported'], limit?: number) => string[]} */
  const row = (what, { acceptedToPushedMs: ms }, limit) => [
    what,
    seconds(ms),
    copy,
    ...atMost(ms / copied.ms, limit),
  ];
  const few = `${count(sizes.tasks)} tasks`;
  const many = `${count(sizes.manyTasks)} tasks`;
  const ofMany = `${megabytes(importedMany.bytes)}, ${seconds(importedMany.acceptedToPushedMs)}`;
  const { peak, peakMany } = memory;
  return [
    row(`${few} (${megabytes(imported.bytes)}), upload accepted to pushed`, imported, 3),
    row('the same file again, all unchanged', again, 1.5),
    row(`a file that changes ${count(changed.counts.update)} of them`, changed),
    [`worker's peak memory, ${few}`, megabytes(peak), '200 MB', ...atMost(peak / 200e6, 1)],
    [
      `worker's peak memory, ${many} (${ofMany})`,
      megabytes(peakMany),
      `with ${few}: ${megabytes(peak)}`,
      ...atMost(Math.max(peakMany / peak, peak / peakMany), 1.15),
    ],
  ];
}

/** @param {Measured['daily']} daily */
function rowsOfDailyImports({ stored, files, insertMs, updateMs, edits, overview }) {
  const plain = {
    insert: { ms: insertMs, name: 'INSERT of as many rows' },
    update: { ms: updateMs, name: 'UPDATE of the same rows' },
  };
  return [
    ...files.map(({ name, ms, against, limit }) => [
      `${name}, ${count(stored)} tasks stored`,
      seconds(ms),
      `${plain[against].name}, no triggers: ${seconds(plain[against].ms)}`,
      ...atMost(ms / plain[against].ms, limit),
    ]),
    within('an edit during these imports, p95', edits.p95, 100),
    within('the slowest edit during these imports', edits.worst, 500),
    within('GET overview during these imports, p95', overview, 50),
  ];
}

/** @param {Measured['overview']} medians */
function rowsOfOverview({ about, unfiltered, filtered, cold, groupUnfiltered, groupFiltered }) {
  /**
   * @param {string} filter
   * @param {number} ms
   * @param {string} baseline
   * @param {number} baselineMs
   * @param {string[]} cells
   */
  const row = (filter, ms, baseline, baselineMs, cells) => [
    `GET overview, ${filter}, p50`,
    milliseconds(ms),
    `${baseline}: ${milliseconds(baselineMs)}`,
    ...cells,
  ];
  /** @type {(filter: string, ms: number, groupMs: number) => string[][]} */
  const both = (filter, ms, groupMs) => [
    row(filter, ms, 'GROUP BY over the tasks', groupMs, timesFaster(groupMs / ms, 50)),
    row(filter, ms, 'GET /about', about, atMost(ms / about, 3)),
  ];
  return [
    ...both('unfiltered', unfiltered, groupUnfiltered),
    ...both('half of the batches, 30 days', filtered, groupFiltered),
    row('another filter each time', cold, 'GROUP BY over the tasks', groupFiltered, [
      faster(groupFiltered / cold),
    ]),
  ];
}

/** @param {Measured['lists'][number]} list */
function rowOfList({ name, limitMs, ms, bareMs }) {
  if (bareMs === undefined) return within(`${name}, p95`, ms, limitMs);
  const baseline = `bare HTTP server: ${milliseconds(bareMs)}`;
  return within(`${name}, p95`, ms, limitMs, baseline, ratio(ms / bareMs));
}

/** @param {Measured['customSql']} measured */
function rowsOfCustomSql({ run, raw, busy, quiet, users, seconds: each }) {
  return [
    [
      'a run of custom SQL over its query, p50',
      milliseconds(run),
      `the query on a fresh connection: ${milliseconds(raw)}`,
      `+${milliseconds(run - raw)}`,
      '≤ 15 ms more',
      yesOrNo(run - raw <= 15),
    ],
    [
      `GET overview while ${users} users run queries of ${each} s, p95`,
      milliseconds(busy),
      `without them: ${milliseconds(quiet)}`,
      ...atMost(busy / quiet, 2),
    ],
  ];
}

/** @param {Measured['live']} times */
function rowsOfLive({ portal, portalRequest, bare }) {
  /**
   * @param {string} what
   * @param {'p50' | 'p99'} rank
   * @param {Measured['live']['portal']} times
   * @param {number} [limit]
   */
  const row = (what, rank, times, limit) => [
    `${what}, ${rank}`,
    milliseconds(times[rank]),
    `bare Socket.IO server: ${milliseconds(bare[rank])}`,
    ...atMost(times[rank] / bare[rank], limit),
  ];
  const commit = 'commit of a status to the state in 200 sockets';
  return [
    row(commit, 'p50', portal),
    row(commit, 'p99', portal, 4),
    row('the same from sending the PATCH', 'p50', portalRequest),
    row('the same from sending the PATCH', 'p99', portalRequest),
  ];
}

/**
 * @param {string} what
 * @param {number} ms
 * @param {number} limit
 */
function within(what, ms, limit, baseline = '', compared = '') {
  return [what, milliseconds(ms), baseline, compared, `≤ ${limit} ms`, yesOrNo(ms <= limit)];
}

/**
 * @param {number} value
 * @param {number} [limit] none if there is no target
 */
function atMost(value, limit) {
  if (limit === undefined) return [ratio(value)];
  return [ratio(value), `≤ ${limit}x`, yesOrNo(value <= limit)];
}

/**
 * @param {number} value
 * @param {number} least
 */
function timesFaster(value, least) {
  return [faster(value), `≥ ${least}x`, yesOrNo(value >= least)];
}

/**
 * The page without the sections of other scripts, as Markdown.
 * @param {string} table
 * @param {Measured} measured
 */
export function markdown(table, { imported, sizes }) {
  return `# Benchmarks

\`npm run bench\` on ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GB of memory, \
Node ${process.versions.node}, the embedded PostgreSQL with durable commits and without Redis. Each \
baseline runs in the same run, on the same machine and database server.

${table}

- The file is generated: ${count(sizes.tasks)} tasks in 40 batches, half of them reviewed. Sending \
and storing it took ${seconds(imported.transferMs)}, which the first row does not include.
- The baseline of the import is one COPY for the tasks and one for their reviews, from CSV, into \
empty tables with the same columns, constraints, foreign keys and indexes; the faster of two runs.
- Daily files are imported one after the other, with automatic ANALYZE only, into a project that users edit \
meanwhile: one edit of a task and one overview every 50 ms. The baselines are an INSERT and an UPDATE \
of the same tasks and reviews, in one transaction, on tables of the same size with the same indexes \
and foreign keys.
- 'Pushed' is the time at which a subscribed socket has received the new totals and the end of the import.
- Peak memory is the high-water mark of the worker's resident memory, with a new worker per row.
- HTTP is measured over one keep-alive connection, one request after the other, as a member of the \
project, by a client that only finds the end of a response. 'Another filter each time' means that no \
cached response applies.
- Lists and statistics are requested by a user who sees everything: 95th percentile, median of nine \
rounds. The database has 300 users created through the API, each with a role and a pod role, 600 audit \
records of these, 40 pods with ten weekly targets each, ten API tokens and ten custom statistics, and a \
pod of eight users with imported tasks. For each request the bare HTTP server runs two prepared \
statements concurrently (the lookup of the caller and a SELECT of the same rows) and sends the rows as \
JSON: no routes, checks, totals, versions or log. Tasks of one project are read without an index \
([ADR 72](adr/0072-lists-of-very-many-tasks.md)): 95th percentile of 40 requests. All servers are warm, and the database has settled \
after the import (VACUUM, CHECKPOINT).
- [ADR 83](adr/0083-request-path.md) says what the plain path of a request costs.
- Custom SQL is measured from the request to the end of its response. The baseline connects as an \
equal role, queries the same views and disconnects. The long queries run until their time limit; \
queries above the concurrency limit wait.
- The time of a commit is PostgreSQL's commit timestamp. The bare server emits the same bytes to 200 \
sockets on an HTTP request, and is measured from sending that request.
`;
}

/** @param {number} value */
function faster(value) {
  return `${Math.round(value).toLocaleString('en')}x faster`;
}

/** @param {number} value */
function ratio(value) {
  return `${value.toFixed(2)}x`;
}

/** @param {number} ms */
function milliseconds(ms) {
  return figure(ms, 2);
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}
