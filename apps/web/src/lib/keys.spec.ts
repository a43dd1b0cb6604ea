import { afterEach, describe, expect, it } from 'vitest';
import { shortcutOf } from './keys';

const press = (init: KeyboardEventInit, target: HTMLElement = document.body) => {
  let shortcut: string | null = null;
  const onKey = (event: KeyboardEvent) => {
    shortcut = shortcutOf(event);
  };
  document.addEventListener('keydown', onKey);
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  document.removeEventListener('keydown', onKey);
  return shortcut;
};
const show = (html: string) => {
  document.body.innerHTML = html;
  return document.querySelector<HTMLElement>('[data-here]') ?? document.body;
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('shortcuts', () => {
  it.each([
    ['a letter', { key: 'n', code: 'KeyN' }, 'n'],
    ['Caps Lock', { key: 'N', code: 'KeyN' }, 'n'],
    ['Cyrillic letters', { key: 'т', code: 'KeyN' }, 'n'],
    ['an Arabic question mark', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
    ['a Russian question mark', { key: '?', code: 'Digit7', shiftKey: true }, '?'],
    ['Latin letters in another order', { key: 'b', code: 'KeyN' }, 'b'],
    ['another key', { key: 'Enter', code: 'Enter' }, 'enter'],
  ])('WORK-95 %s', (_name, init, shortcut) => {
    expect(press(init)).toBe(shortcut);
  });

  it.each(['ctrlKey', 'altKey', 'metaKey'])('WORK-95 none with %s', (modifier) => {
    expect(press({ key: 'n', code: 'KeyN', [modifier]: true })).toBeNull();
  });

  it.each(['<input data-here>', '<ul role="menu"><li data-here></li></ul>'])(
    'WORK-95 none in %s',
    (html) => {
      expect(press({ key: 'n', code: 'KeyN' }, show(html))).toBeNull();
    },
  );

  it('WORK-95 none under a dialog other than the panel of a task', () => {
    const n = { key: 'n', code: 'KeyN' };
    expect(press(n, show('<p role="dialog"></p>'))).toBeNull();
    expect(press(n, show('<p role="dialog"></p><p role="dialog" id="task-panel"></p>'))).toBe('n');
    expect(press(n, show('<p role="dialog" id="task-panel"></p><p role="dialog"></p>'))).toBeNull();
  });
});
