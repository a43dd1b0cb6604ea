/** The page of a release, as the server serves it. */
export const pageOf = (release: string) =>
  `<script type="module" src="/assets/${release}.js"></script><div id="root"></div>`;

/** This page is of a release. Returns a function that ends that. */
export function runRelease(release: string): () => void {
  const template = document.createElement('template');
  template.innerHTML = pageOf(release);
  const script = template.content.querySelector('script');
  if (script) document.head.append(script);
  return () => script?.remove();
}

/** What Vite says when a part of the page is not there. */
export function missPart(): void {
  window.dispatchEvent(new Event('vite:preloadError'));
}
