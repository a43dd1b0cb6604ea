import { useLayoutEffect, useState } from 'react';

const SECTION = 'section, [role=region]';
const HEADING = 'h1, h2, h3';

/**
 * The section around a control that has a heading: a table that scrolls is a region without one. It is
 * looked up before the control is removed.
 */
export function sectionOf(control: Element): Element | null {
  let section = control.closest(SECTION);
  while (section && !headingOf(section)) {
    section = section.parentElement?.closest(SECTION) ?? null;
  }
  return section;
}

/** The first heading in a section; of one that a button opens that button. */
function headingOf(section: Element): HTMLElement | null {
  const label = document.getElementById(section.getAttribute('aria-labelledby') ?? '');
  return section.querySelector<HTMLElement>(HEADING) ?? label?.closest('button') ?? null;
}

/**
 * Keeps the focus on the page after an action that may remove its control: the heading of the section
 * then gets it, else that of the page. It waits until the control is removed, the focus is elsewhere, or the
 * user goes on elsewhere: what disappears later takes the focus from nobody. Enter on the control itself, which
 * may wait for the server, is no such thing.
 */
export function keepFocus(control: Element, section: Element | null): void {
  const observer = new MutationObserver(() => {
    const focused = document.activeElement;
    if (focused && focused !== document.body && !holds(focused, section)) {
      if (focused !== control && !focused.closest('[role=dialog]')) end();
      return;
    }
    if (control.isConnected) return;
    end();
    focusHeading(section);
  });
  const goesOn = ({ target }: Event) => {
    if (!(target instanceof Node && control.contains(target))) end();
  };
  function end(): void {
    observer.disconnect();
    for (const input of INPUTS) document.removeEventListener(input, goesOn, true);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  for (const input of INPUTS) document.addEventListener(input, goesOn, true);
}

/**
 * Keeps the focus on the page after a dialog that is drawn together with the caller. The dialog returns it to its
 * opener; if that is gone or goes soon, for example with its row, the heading of the section gets the focus.
 */
export function useFocusAfter(): void {
  const [opener] = useState(() => document.activeElement);
  // Before the dialog leaves the page, so that its removal is observed.
  useLayoutEffect(() => {
    const section = opener && sectionOf(opener);
    return () => {
      if (opener && opener !== document.body) keepFocus(opener, section);
    };
  }, [opener]);
}

/** A dialog takes the focus itself when it is lost inside. */
function holds(focused: Element, section: Element | null): boolean {
  return focused.matches('[role=dialog]') && focused.contains(section);
}

const INPUTS = ['pointerdown', 'keydown'] as const;

function focusHeading(section: Element | null): void {
  const heading =
    (section?.isConnected === true && headingOf(section)) ||
    document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  if (heading.tabIndex < 0) heading.tabIndex = -1;
  heading.focus();
}
