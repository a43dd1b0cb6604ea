/** Compares each screen of the built web client with its budget; part of `npm run check`. */
import { buildStale } from './lib/build.mjs';
import { weighScreens } from './lib/web-weight.mjs';

await buildStale(['web']);
const UNITS = { kilobytes: 'kB', files: 'files', roundTrips: 'round trips' };
for (const { name, weight, budget } of weighScreens()) {
  const measures = Object.keys(UNITS);
  const parts = measures.map((one) => `${Math.ceil(weight[one])} of ${budget[one]} ${UNITS[one]}`);
  const tooHeavy = measures.some((one) => weight[one] > budget[one]);
  console.log(`${name}: ${parts.join(', ')}, ${tooHeavy ? 'too heavy' : 'ok'}`);
  if (tooHeavy) process.exitCode = 1;
}
