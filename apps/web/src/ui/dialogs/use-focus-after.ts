import { useLayoutEffect, useState } from 'react';

/**
 * Keeps the focus on the page after a dialog. The dialog returns it to its opener; if that is gone or
 * goes soon, for example with its row, the heading of the section gets the focus.
 */
export function useFocusAfter(): void {
  const [opener] = useState(() => document.activeElement);
  // Before the dialog leaves the page, so that its removal is observed.
  useLayoutEffect(() => {
    const section = opener?.closest('section, [role=region]');
    return () => {
      if (opener && opener !== document.body) watch(opener, section);
    };
  }, [opener]);
}

/** Waits until the focus is elsewhere, or the opener is removed. */
function watch(opener: Element, section: Element | null | undefined): void {
  const observer = new MutationObserver(() => {
    const focused = document.activeElement;
    if (focused && focused !== document.body) {
      if (focused !== opener && !focused.closest('[role=dialog]')) observer.disconnect();
      return;
    }
    if (opener.isConnected) return;
    observer.disconnect();
    focusHeading(section);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

function focusHeading(section: Element | null | undefined): void {
  const heading =
    (section?.isConnected === true && section.querySelector<HTMLElement>('h1, h2, h3')) ||
    document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
