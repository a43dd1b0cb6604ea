/** What happy-dom lets a spec do to its window. */
interface HappyDom {
  setURL(url: string): void;
  setViewport(size: { width: number; height: number }): void;
}

/** Moves the window to an address without loading it. */
export function setAddress(url: string): void {
  happyDom().setURL(url);
}

/** Makes the window as large as a desktop's, in CSS pixels. */
export function setDesktop(): void {
  happyDom().setViewport({ width: 1440, height: 900 });
}

function happyDom(): HappyDom {
  const page: unknown = Reflect.get(window, 'happyDOM');
  if (!isHappyDom(page)) throw new Error('This window is not of happy-dom');
  return page;
}

function isHappyDom(page: unknown): page is HappyDom {
  return typeof page === 'object' && page !== null && 'setURL' in page && 'setViewport' in page;
}
