import { createRequire } from 'node:module';
import type { ReactNode } from 'react';
import { indexRule, quickenComputedStyle } from './computed-style';

/** Other declarations that specs read, from happy-dom. */
const READ_BY_SPECS = /align-items:|max-height:/;

const { CacheProvider } = loaded<typeof import('@emotion/react')>('@emotion/react');
const { default: createCache } = loaded<typeof import('@emotion/cache')>('@emotion/cache');

/** `speedy` keeps all rules in one style element, as in the build. */
const cache = createCache({ key: 'css', speedy: true });
const insert = cache.sheet.insert.bind(cache.sheet);
cache.sheet.insert = (rule) => {
  indexRule(rule);
  if (READ_BY_SPECS.test(rule)) insert(rule);
};
quickenComputedStyle();

/**
 * Leaves out the style rules that no test can see. An element that a style hides, also at one width only,
 * stays hidden from the queries.
 */
export function TestStyles({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}

/** Node loads MUI and its Emotion. An import would be Vite's, a second Emotion with its own cache. */
function loaded<Module>(name: string): Module {
  const require: (name: string) => Module = createRequire(import.meta.url);
  return require(name);
}
