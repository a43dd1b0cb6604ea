/**
 * Measures files, reads and edits with 100,000, 1,000,000 and 10,000,000 stored tasks, against plain
 * SQL. Writes the section 'Scale' of docs/benchmarks.md; `--quick` uses small sizes and only prints.
 */
import { parseArgs } from 'node:util';
import { buildStale } from './lib/build.mjs';
import { writeSection } from './lib/benchmark-section.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    file: { type: 'string', default: '100000' },
  },
});
const given = values.sizes?.split(',').map(Number);
const sizes = given ?? (values.quick ? [5_000, 20_000] : [100_000, 1_000_000, 10_000_000]);
const file = values.quick ? 2_000 : Number(values.file);

await buildStale(['portal', 'tests']);
// Imported after the build, which creates these modules.
const { startBenchPortal } = await import('./bench/portal.mjs');
const { benchScale } = await import('./bench/scale.mjs');

const portal = await startBenchPortal();
try {
  const measured = [];
  for (const [step, stored] of sizes.entries()) {
    console.log(`${new Date().toISOString().slice(11, 19)}  ${stored.toLocaleString('en')} tasks`);
    measured.push(await benchScale(portal, { stored, file, step }));
    console.log(JSON.stringify(measured.at(-1), null, 1));
  }
} finally {
  await portal.stop();
}
