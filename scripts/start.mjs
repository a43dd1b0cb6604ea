/**
 * `npm start`: from a fresh clone to a running portal. Until the packages are installed it uses
 * only Node's own modules.
 */
import './lib/node-version.mjs';

const { launch } = await import('./lib/launch.mjs');
await launch(process.env);
