/**
 * Keeps the focus on the page after a confirmed dialog. The dialog returns it to its opener; if the
 * action removes that, for example with its row, the heading of the list gets the focus.
 * @param opener the element that had the focus before the dialog
 * @returns what to call when the action starts
 */
export function focusAfter(opener: Element | null): () => void {
  const section = opener?.closest('section, [role=region]');
  return () => {
    if (!opener) return;
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
  };
}

function focusHeading(section: Element | null | undefined): void {
  const heading =
    (section?.isConnected === true && section.querySelector<HTMLElement>('h1, h2, h3')) ||
    document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
