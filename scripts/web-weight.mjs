/** Compares each screen of the built web client with its budget; part of `npm run check`. */
import { buildStale } from './lib/build.mjs';
import { weighScreens } from './lib/web-weight.mjs';

await buildStale(['web']);
const screens = weighScreens();
for (const { name, kilobytes, budget } of screens) {
  const verdict = kilobytes > budget ? 'too heavy' : 'ok';
  console.log(`${name}: ${kilobytes.toFixed(1)} of ${budget} kB, ${verdict}`);
}
process.exitCode = screens.some(({ kilobytes, budget }) => kilobytes > budget) ? 1 : 0;
