/** Parts of the paths of the files that take longest; one that starts last would leave the other core idle. */
const LONGEST = [
  'demo',
  'numbers',
  'backup',
  'boards',
  'people-working',
  'telling',
  'restart',
  'admin',
  'start',
  'server-killed',
  'browser/dashboard',
  'story',
  'docs',
  'shell',
  'proxy',
  'import',
  'hostile-sql',
  'live',
];

/** The order of the test files: the longest first, then by name. */
export default class Sequencer {
  sort(tests) {
    return tests.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  }

  /** Jest reports durations, which this order does not need. */
  cacheResults() {}
}

function rank({ path }) {
  const index = LONGEST.findIndex((name) => path.includes(`/${name}.`));
  return index < 0 ? LONGEST.length : index;
}
