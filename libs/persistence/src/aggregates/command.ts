import { createDataSource } from '../data-source.js';
import { rebuildAggregates } from './rebuild.js';
import { verifyAggregates } from './verify.js';

const USAGE = `Usage: DATABASE_URL=postgresql://… aggregates verify
       DATABASE_URL=postgresql://… aggregates rebuild [--time-zone=Area/City]

verify   recounts every read model from the tasks and lists what differs
rebuild  replaces every read model by a recount, in days of another zone when one is given
`;

/**
 * The command line `verify` and `rebuild`. Reports through `print` and returns the exit code: 0 for
 * success, 1 if read models differ or the work failed, 2 for wrong usage.
 */
export async function runAggregates(
  [command, ...options]: readonly string[],
  url: string | undefined,
  print: (text: string) => void,
): Promise<number> {
  const timeZone = options[0]?.match(/^--time-zone=(.+)$/)?.[1];
  const isUnderstood =
    (command === 'verify' && options.length === 0) ||
    (command === 'rebuild' && options.length === (timeZone === undefined ? 0 : 1));
  if (url === undefined || !isUnderstood) {
    print(USAGE);
    return 2;
  }
  const dataSource = createDataSource({ url, applicationName: 'portal aggregates', poolSize: 1 });
  try {
    await dataSource.initialize();
    if (command === 'verify') {
      const differences = await dataSource.transaction('REPEATABLE READ', verifyAggregates);
      for (const difference of differences) print(`${JSON.stringify(difference)}\n`);
      print(
        differences.length === 0
          ? 'All aggregates equal a recount.\n'
          : 'Rows above differ. Rebuild, and find out who wrote past the triggers.\n',
      );
      return differences.length === 0 ? 0 : 1;
    }
    await dataSource.transaction((manager) => rebuildAggregates(manager, timeZone));
    print('Aggregates rebuilt.\n');
    return 0;
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}
