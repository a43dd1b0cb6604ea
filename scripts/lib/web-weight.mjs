import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from './root.mjs';

const DIST = inRoot('apps/web/dist');
const KILOBYTE = 1000;

/** Kilobytes of scripts and styles, gzip, that a browser loads until the screen is complete. */
const SIGN_IN_BUDGET = 200;
const SCREEN_BUDGET = 380;
const DASHBOARD_BUDGET = 335;

const ENTRY = 'index.html';
/** Modules that every signed-in screen loads: shell and live connection. */
const SIGNED_IN =
  /(\/shell\/(signed-in-shell|connection-badge|user-menu)|\/live\/connection)\.tsx?$/;
/** The pages of a pod have a layout of their own, the others one of these. */
const LAYOUT = /\/(admin|workspace)-layout\.tsx$/;
const POD_LAYOUT = /\/pod-layout\.tsx$/;
const POD_SCREEN = /\/(pods|lead-board|review-desk)\//;
const SCREEN = /-page\.tsx$/;

/**
 * The weight of each screen in the built web client: the modules it starts with and their static
 * imports, with the heavier layout. What a screen loads later, when a user opens it, does not count.
 * @returns {{ name: string, kilobytes: number, budget: number }[]}
 */
export function weighScreens() {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
  const modules = Object.keys(manifest);
  const signedIn = [ENTRY, ...modules.filter((module) => SIGNED_IN.test(module))];
  const layoutsOf = (screen) =>
    modules.filter((module) => (POD_SCREEN.test(screen) ? POD_LAYOUT : LAYOUT).test(module));
  const screens = modules.filter((module) => SCREEN.test(module));
  if (screens.length === 0) throw new Error('The build has no screens');
  return [
    { name: 'sign-in', kilobytes: weightOf(manifest, [ENTRY]), budget: SIGN_IN_BUDGET },
    ...screens.map((screen) => ({
      name: screen.replace(/^.*\/|-page\.tsx$/g, ''),
      kilobytes: Math.max(
        ...layoutsOf(screen).map((layout) => weightOf(manifest, [...signedIn, layout, screen])),
      ),
      budget: screen.endsWith('/project-dashboard-page.tsx') ? DASHBOARD_BUDGET : SCREEN_BUDGET,
    })),
  ];
}

function weightOf(manifest, roots) {
  const chunks = new Set();
  const visit = (name) => {
    if (chunks.has(name)) return;
    chunks.add(name);
    for (const imported of manifest[name].imports ?? []) visit(imported);
  };
  for (const root of roots) visit(root);
  const files = new Set(
    [...chunks].flatMap((name) => [manifest[name].file, ...(manifest[name].css ?? [])]),
  );
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length,
    0,
  );
  return bytes / KILOBYTE;
}
