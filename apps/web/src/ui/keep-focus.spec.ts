import { afterEach, describe, expect, it } from 'vitest';
import { keepFocus, sectionOf } from './keep-focus';

/** A row with a button in a section, whose focus an action keeps. */
function row(): HTMLButtonElement {
  document.body.innerHTML =
    '<main><h1>Page</h1><section><h2>Rows</h2><button>Delete</button></section></main>';
  const button = document.querySelector('button') ?? document.createElement('button');
  button.focus();
  keepFocus(button, sectionOf(button));
  return button;
}

/** Observers have run. */
async function observed(): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true });
    document.body.append('');
  });
}

afterEach(() => document.body.replaceChildren());

describe('the focus after an action', () => {
  it('UI-40 is on the heading of the section once the control is removed', async () => {
    row().remove();
    await observed();
    expect(document.activeElement?.textContent).toBe('Rows');
  });

  it('UI-194 is on the heading of a section of a dialog, also if the dialog was sooner', async () => {
    document.body.innerHTML =
      '<div role="dialog" tabindex="-1"><section><h2>Rows</h2><button>Try Again</button></section></div>';
    const [dialog, button] = document.querySelectorAll<HTMLElement>('[role=dialog], button');
    if (!dialog || !button) throw new Error('The page has neither');
    button.focus();
    keepFocus(button, sectionOf(button));
    button.remove();
    dialog.focus();
    await observed();
    expect(document.activeElement?.tagName).toBe('H2');
  });

  it.each(['pointerdown', 'keydown'])(
    'UI-40 stays where it is if the control disappears after the user went on (%s)',
    async (input) => {
      const button = row();
      document.body.dispatchEvent(new Event(input, { bubbles: true }));
      button.blur();
      button.remove();
      await observed();
      expect(document.activeElement).toBe(document.body);
    },
  );

  it('UI-40 is kept while the control waits, also if Enter is pressed on it again', async () => {
    const button = row();
    button.dispatchEvent(new Event('keydown', { bubbles: true }));
    button.remove();
    await observed();
    expect(document.activeElement?.textContent).toBe('Rows');
  });
});
