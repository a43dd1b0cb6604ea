import { createRequire } from 'node:module';
import type { ReactNode } from 'react';

/** Declarations that queries, `userEvent` and specs read: most hide an element or stop its clicks. */
const READ_BY_TESTS = /display:|visibility:|pointer-events:|max-height:/;

const { CacheProvider } = loaded<typeof import('@emotion/react')>('@emotion/react');
const { default: createCache } = loaded<typeof import('@emotion/cache')>('@emotion/cache');

/** `speedy` keeps all rules in one style element, as in the build. */
const cache = createCache({ key: 'css', speedy: true });
const insert = cache.sheet.insert.bind(cache.sheet);
cache.sheet.insert = (rule) => {
  if (READ_BY_TESTS.test(rule)) insert(rule);
};

/**
 * Leaves out the style rules that no test can see: happy-dom matches every rule with each element that
 * a role query visits, and with its ancestors, which took almost half of the run. An element that a
 * style hides, also at one width only, stays hidden from the queries.
 */
export function TestStyles({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}

/** Node loads MUI and its Emotion. An import would be Vite's, a second Emotion with its own cache. */
function loaded<Module>(name: string): Module {
  const require: (name: string) => Module = createRequire(import.meta.url);
  return require(name);
}
