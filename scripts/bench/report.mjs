import { cpus, totalmem } from 'node:os';

/** The table of ratios as Markdown. */
export function tableOf({
  sizes,
  imported,
  again,
  changed,
  copied,
  overview,
  lists,
  customSql,
  live,
  daily,
  memory,
  importedMany,
}) {
  const copy = `${copied.by} of the same rows: ${seconds(copied.ms)}`;
  const rows = [
    [
      `${count(sizes.tasks)} tasks (${megabytes(imported.bytes)}), upload accepted to pushed`,
      seconds(imported.acceptedToPushedMs),
      copy,
      ...atMost(imported.acceptedToPushedMs / copied.ms, 3),
    ],
    [
      'the same file again, all unchanged',
      seconds(again.acceptedToPushedMs),
      copy,
      ...atMost(again.acceptedToPushedMs / copied.ms, 1.5),
    ],
    [
      `a file that changes ${count(changed.counts.update)} of them`,
      seconds(changed.acceptedToPushedMs),
      copy,
      ratio(changed.acceptedToPushedMs / copied.ms),
      '',
      '',
    ],
    [
      `worker's peak memory, ${count(sizes.tasks)} tasks`,
      megabytes(memory.peak),
      '300 MB',
      ...atMost(memory.peak / 300e6, 1),
    ],
    [
      `worker's peak memory, ${count(sizes.manyTasks)} tasks (${megabytes(importedMany.bytes)}, ${seconds(importedMany.acceptedToPushedMs)})`,
      megabytes(memory.peakMany),
      `with ${count(sizes.tasks)} tasks: ${megabytes(memory.peak)}`,
      ...atMost(Math.max(memory.peakMany / memory.peak, memory.peak / memory.peakMany), 1.15),
    ],
    ...rowsOfDailyImports(daily),
    ...['unfiltered', 'filtered'].flatMap((kind) => {
      const label = kind === 'unfiltered' ? 'unfiltered' : 'half of the batches, 30 days';
      const grouped = kind === 'unfiltered' ? overview.groupUnfiltered : overview.groupFiltered;
      return [
        [
          `GET overview, ${label}, p50`,
          milliseconds(overview[kind]),
          `GROUP BY over the tasks: ${milliseconds(grouped)}`,
          ...timesFaster(grouped / overview[kind], 50),
        ],
        [
          `GET overview, ${label}, p50`,
          milliseconds(overview[kind]),
          `GET /about: ${milliseconds(overview.about)}`,
          ...atMost(overview[kind] / overview.about, 3),
        ],
      ];
    }),
    [
      'GET overview, another filter each time, p50',
      milliseconds(overview.cold),
      `GROUP BY over the tasks: ${milliseconds(overview.groupFiltered)}`,
      faster(overview.groupFiltered / overview.cold),
      '',
      '',
    ],
    ...lists.flatMap(rowsOfList),
    [
      'a run of custom SQL over its query, p50',
      milliseconds(customSql.run),
      `the query on a fresh connection: ${milliseconds(customSql.raw)}`,
      `+${milliseconds(customSql.run - customSql.raw)}`,
      '≤ 15 ms more',
      customSql.run - customSql.raw <= 15 ? 'yes' : '**no**',
    ],
    [
      `GET overview while ${customSql.users} users run queries of ${customSql.seconds} s, p95`,
      milliseconds(customSql.busy),
      `without them: ${milliseconds(customSql.quiet)}`,
      ...atMost(customSql.busy / customSql.quiet, 2),
    ],
    ...['p50', 'p99'].map((rank) => [
      `commit of a status to the state in 200 sockets, ${rank}`,
      milliseconds(live.portal[rank]),
      `bare Socket.IO server: ${milliseconds(live.bare[rank])}`,
      ...(rank === 'p99'
        ? atMost(live.portal[rank] / live.bare[rank], 4)
        : [ratio(live.portal[rank] / live.bare[rank]), '', '']),
    ]),
    ...['p50', 'p99'].map((rank) => [
      `the same from sending the PATCH, ${rank}`,
      milliseconds(live.portalRequest[rank]),
      `bare Socket.IO server: ${milliseconds(live.bare[rank])}`,
      ratio(live.portalRequest[rank] / live.bare[rank]),
      '',
      '',
    ]),
  ];
  return [
    '| what | measured | baseline | ratio | target | met |',
    '|---|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

function rowsOfDailyImports({ stored, files, insertMs, updateMs, edits, overview }) {
  const plain = {
    insert: `INSERT of as many rows, no triggers: ${seconds(insertMs)}`,
    update: `UPDATE of the same rows, no triggers: ${seconds(updateMs)}`,
  };
  const plainMs = { insert: insertMs, update: updateMs };
  return [
    ...files.map(({ name, ms, against, limit }) => [
      `${name}, ${count(stored)} tasks stored`,
      seconds(ms),
      plain[against],
      ...atMost(ms / plainMs[against], limit),
    ]),
    [
      'an edit during these imports, p95',
      milliseconds(edits.p95),
      '',
      '',
      ...within(edits.p95, 100),
    ],
    [
      'the slowest edit during these imports',
      milliseconds(edits.worst),
      '',
      '',
      ...within(edits.worst, 500),
    ],
    [
      'GET overview during these imports, p95',
      milliseconds(overview),
      '',
      '',
      ...within(overview, 50),
    ],
  ];
}

function within(ms, limit) {
  return [`≤ ${limit} ms`, ms <= limit ? 'yes' : '**no**'];
}

function rowsOfList({ name, limitMs, ms, bareMs }) {
  const against = bareMs === undefined ? '' : `bare HTTP server: ${milliseconds(bareMs)}`;
  const compared = bareMs === undefined ? '' : ratio(ms / bareMs);
  return [[`${name}, p95`, milliseconds(ms), against, compared, ...within(ms, limitMs)]];
}

/** The page without the sections of other scripts, as Markdown. */
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

function atMost(value, limit) {
  return [ratio(value), `≤ ${limit}x`, value <= limit ? 'yes' : '**no**'];
}

function timesFaster(value, least) {
  return [faster(value), `≥ ${least}x`, value >= least ? 'yes' : '**no**'];
}

function faster(value) {
  return `${Math.round(value).toLocaleString('en')}x faster`;
}

function ratio(value) {
  return `${value.toFixed(2)}x`;
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function milliseconds(ms) {
  return `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
}

function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}

function count(value) {
  return value.toLocaleString('en');
}
