import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Does `work` while this process has a processor for itself, and the portal, its database and
 * `others` have the rest, as those who measure are kept apart from what they measure. The system
 * would put the client of a SELECT and its one backend side by side on a processor, where handing
 * over takes a quarter of the time, and cannot do so with three processes, nor with a client that is
 * elsewhere, as all clients are.
 * @param {{ pid: number }[]} others processes to be measured
 * @returns {Promise<T>} what `work` gives; undone where processors cannot be given: not on Linux, or
 *   with one processor alone
 * @template T
 */
export async function apart({ stack, database }, others, work) {
  const all = processors();
  const [own, ...rest] = all;
  if (rest.length === 0) return work();
  const give = async (mine, theirs) => {
    const measured = [
      ...(await backends(database)),
      ...['server', 'worker'].map((name) => stack.pid(name)),
      ...others.map(({ pid }) => pid),
    ];
    for (const pid of measured) bind(pid, theirs);
    bind(process.pid, mine);
  };
  await give([own], rest);
  try {
    return await work();
  } finally {
    await give(all, all);
  }
}

/** Whether `apart` does something here. */
export function canBeApart() {
  return processors().length > 1;
}

/** The numbers of the processors this process may run on; none where they cannot be told. */
function processors() {
  if (process.platform !== 'linux') return [];
  const status = readFileSync('/proc/self/status', 'utf8');
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status) ?? [];
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** With the one that new ones are forked from. */
async function backends(database) {
  const { rows } = await database.query(`
    SELECT pid FROM pg_stat_activity
    UNION ALL SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int`);
  return rows.map(({ pid }) => pid);
}

/** All threads of the process; one that has ended meanwhile needs no processor. */
function bind(pid, to) {
  try {
    execFileSync('taskset', ['-acp', to.join(','), String(pid)], { stdio: 'ignore' });
  } catch (error) {
    if (error.code === 'ENOENT') throw error;
  }
}
