/**
 * Adds to package-lock.json the optional packages of other platforms. npm omits those that its
 * registry does not serve, and `npm ci` of npm 11 then refuses the lock file. Run it after a change of
 * dependencies if the test of the lock file fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './lib/root.mjs';

/**
 * @typedef {{ dev?: boolean, optionalDependencies?: Record<string, string> }} Entry an entry of the lock file
 */

const SYSTEMS = 'android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const PROCESSORS = 'arm arm64 ia32 loong64 ppc64 riscv64 s390x wasm32 x64'.split(' ');

const path = inRoot('package-lock.json');
/** @type {{ packages: Record<string, Entry> }} */
const lock = JSON.parse(readFileSync(path, 'utf8'));
/** @type {Record<string, Entry>} */
const added = {};

for (const [from, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!isLocked(from, name)) added[`node_modules/${name}`] = platformEntry(name, range, entry);
  }
}
lock.packages = Object.fromEntries(
  Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(added).length} packages added`);

/**
 * Whether the package resolves from `from`, going up the directories as Node does.
 * @param {string} from
 * @param {string} name
 */
function isLocked(from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in lock.packages) return true;
    if (!folder.includes('/node_modules/')) return `node_modules/${name}` in lock.packages;
  }
}

/**
 * The name of a platform package contains its platform; its version is exact.
 * @param {string} name
 * @param {string} range
 * @param {Entry} parent
 */
function platformEntry(name, range, { dev }) {
  const words = name
    .slice(name.indexOf('/') + 1)
    .replace('windows', 'win32')
    .split('-');
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (os === undefined && cpu === undefined) throw new Error(`${name} names no platform`);
  const isMusl = words.some((word) => word.startsWith('musl'));
  const isGnu = words.some((word) => word.startsWith('gnu'));
  return {
    version: range.replace(/^[~^]/, ''),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(dev === true ? { dev } : {}),
    ...(os === 'linux' && (isMusl || isGnu) ? { libc: [isMusl ? 'musl' : 'glibc'] } : {}),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}
