const SECTION = 'section, [role=region]';
const HEADING = 'h1, h2, h3';

/**
 * The section around a control that has a heading: a table that scrolls is a region without one. It is
 * looked up before the control is removed.
 */
export function sectionOf(control: Element): Element | null {
  let section = control.closest(SECTION);
  while (section && !section.querySelector(HEADING)) {
    section = section.parentElement?.closest(SECTION) ?? null;
  }
  return section;
}

/**
 * Keeps the focus on the page after an action that may remove its control: the heading of the section
 * then gets it, else that of the page. It waits until the control is removed, or the focus is elsewhere.
 */
export function keepFocus(control: Element, section: Element | null): void {
  const observer = new MutationObserver(() => {
    const focused = document.activeElement;
    if (focused && focused !== document.body) {
      if (focused !== control && !focused.closest('[role=dialog]')) observer.disconnect();
      return;
    }
    if (control.isConnected) return;
    observer.disconnect();
    focusHeading(section);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

function focusHeading(section: Element | null): void {
  const heading =
    (section?.isConnected === true && section.querySelector<HTMLElement>(HEADING)) ||
    document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
