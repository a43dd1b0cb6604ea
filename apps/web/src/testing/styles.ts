import { createRequire } from 'node:module';
import { renderHook } from '@testing-library/react';

type Emotion = typeof import('@emotion/react');

/** Declarations that queries, `userEvent` and specs read: most hide an element or stop its clicks. */
const READ_BY_TESTS = /display:|visibility:|pointer-events:|max-height:/;

/**
 * Leaves out the style rules that no test can see: happy-dom matches every rule with each element
 * that a role query visits, and with its ancestors, which took a third of the run. An element that
 * a style hides, also at one width only, stays hidden from the queries.
 */
export function keepStylesThatTestsRead(): void {
  const { __unsafe_useEmotionCache: useStyleCache } = emotionOfMui();
  const { result, unmount } = renderHook(useStyleCache);
  const sheet = result.current?.sheet;
  unmount();
  // The files that one process tests share the sheet.
  if (sheet === undefined || sheet.isSpeedy) return;
  // All rules in one style element, as in the build, and not in one element each.
  sheet.isSpeedy = true;
  const insert = sheet.insert.bind(sheet);
  sheet.insert = (rule) => {
    if (READ_BY_TESTS.test(rule)) insert(rule);
  };
}

/** Node loads MUI and its Emotion. An import would be Vite's, a second Emotion with its own sheet. */
function emotionOfMui(): Emotion {
  const emotion: unknown = createRequire(import.meta.url)('@emotion/react');
  if (!isEmotion(emotion)) throw new Error('This Emotion does not expose its cache');
  return emotion;
}

function isEmotion(module: unknown): module is Emotion {
  return typeof module === 'object' && module !== null && '__unsafe_useEmotionCache' in module;
}
