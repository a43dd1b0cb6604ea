/**
 * Calls `wake` when the page runs again after the browser stopped it: it was frozen, or kept for the
 * back button. Such a page has missed everything, and its connections may be dead.
 */
export function onWake(wake: () => void): () => void {
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) wake();
  };
  window.addEventListener('pageshow', shown);
  document.addEventListener('resume', wake);
  return () => {
    window.removeEventListener('pageshow', shown);
    document.removeEventListener('resume', wake);
  };
}
