import type { StylisPlugin } from '@emotion/cache';
import { createRequire } from 'node:module';
import type { ReactNode } from 'react';

/** Declarations that queries, `userEvent` and specs read: most hide an element or stop its clicks. */
const READ_BY_TESTS = /^(display|visibility|pointer-events|max-height|cursor|align-items)$/;

/** Makes other declarations comments, which Emotion leaves out, together with rules that are empty then. */
const keepWhatTestsRead: StylisPlugin = (element) => {
  if (element.type === 'decl' && !READ_BY_TESTS.test(String(element.props))) element.type = 'comm';
};

const { CacheProvider } = loaded<typeof import('@emotion/react')>('@emotion/react');
const { default: createCache } = loaded<typeof import('@emotion/cache')>('@emotion/cache');
/** `speedy` keeps all rules in one style element, as in the build. */
const cache = createCache({ key: 'css', speedy: true, stylisPlugins: [keepWhatTestsRead] });

/**
 * Leaves out the styles that no test can see: happy-dom matches every rule with each element that a
 * role query visits, and with its ancestors, which took almost half of the run. An element that a
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
