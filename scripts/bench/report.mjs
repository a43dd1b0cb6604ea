import { cpus, totalmem } from 'node:os';

/** The table of ratios, as Markdown. */
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
    '| what | measured | against | ratio | asked | met |',
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
    ['an edit meanwhile, p95', milliseconds(edits.p95), '', '', ...within(edits.p95, 100)],
    ['the slowest edit meanwhile', milliseconds(edits.worst), '', '', ...within(edits.worst, 500)],
    [
      'GET overview meanwhile, p95',
      milliseconds(overview.p95),
      '',
      '',
      ...within(overview.p95, 50),
    ],
  ];
}

function within(ms, limit) {
  return [`≤ ${limit} ms`, ms <= limit ? 'yes' : '**no**'];
}

/** Short lists have a tighter limit. Statistics have no bare server: each has a statement of its own. */
function rowsOfList({ name, isShort, ms, bareMs }) {
  const limit = isShort ? 3 : 12;
  const against = bareMs === undefined ? '' : `bare HTTP server: ${milliseconds(bareMs)}`;
  const compared = bareMs === undefined ? '' : ratio(ms / bareMs);
  const met = ms <= limit ? 'yes' : '**no**';
  return [[`${name}, p95`, milliseconds(ms), against, compared, `≤ ${limit} ms`, met]];
}

/** The whole page. */
export function markdown(table, { imported, sizes }) {
  return `# Benchmarks

\`npm run bench\` on ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GB of memory, \
Node ${process.versions.node}, the embedded PostgreSQL with durable commits and without Redis. Each \
baseline ran in the same run on the same machine and database server.

${table}

- The file is generated: ${count(sizes.tasks)} tasks in 40 batches, half of them reviewed. It took \
${seconds(imported.transferMs)} to send and store, which the first row does not count.
- The baseline of the import is one COPY for the tasks and one for their reviews, from CSV, into \
empty tables with the same columns, constraints, foreign keys and indexes; the faster of two runs.
- Daily files are imported one after the other, with PostgreSQL's statistics as they come, in a project \
that users edit meanwhile: one edit of a task and one overview each 50 ms. Their baselines are an \
INSERT and an UPDATE of the same tasks and reviews, in one transaction, on tables with as many rows \
and the same indexes and foreign keys.
- 'Pushed' is the moment a subscribed socket holds the new totals and the end of the import.
- Peak memory is the high-water mark of the worker's resident memory; a fresh worker each.
- HTTP is measured over one kept-alive connection, one request after the other, as a member of the \
project, by a client that does no more than find the end of an answer. \
'Another filter each time' is the answer that is not kept from before.
- Lists and statistics are asked for by somebody who sees everything, at the 95th percentile, the \
median of nine rounds. There are \
300 users, made by the API, with a role each, of which the audit tells in 600 rows, and a place each \
in one of 40 pods, which have ten weekly targets each; ten API tokens and ten custom statistics; a pod \
of eight users who did some of the tasks. The bare HTTP server runs two prepared \
statements at once for each request, the lookup of the caller and a SELECT of the same rows, and sends the rows as JSON: no routes, \
checks, totals, versions or log. All servers are warm and the database has settled after the import \
(VACUUM, CHECKPOINT).
- Custom SQL is measured from the request to the end of its answer, against connecting as a like \
role, asking the same views and closing. The long queries never end by themselves; those over the \
limits wait in line.
- The instant of a commit is the one PostgreSQL noted. The bare server emits the same bytes to 200 \
sockets when asked to by HTTP, and is measured from sending that request.
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
