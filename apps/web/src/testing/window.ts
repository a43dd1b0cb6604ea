/** happy-dom's controls of the window. */
interface HappyDom {
  setURL(url: string): void;
  setViewport(size: { width: number; height: number }): void;
}

/** Sets the URL of the window without loading it. */
export function setWindowUrl(url: string): void {
  happyDom().setURL(url);
}

/** Gives the window the size of a desktop screen. */
export function setDesktop(): void {
  happyDom().setViewport({ width: 1440, height: 900 });
}

/** Gives the window the size of a phone. */
export function setNarrow(): void {
  happyDom().setViewport({ width: 390, height: 844 });
}

function happyDom(): HappyDom {
  const page: unknown = Reflect.get(window, 'happyDOM');
  if (!isHappyDom(page)) throw new Error('This window is not of happy-dom');
  return page;
}

function isHappyDom(page: unknown): page is HappyDom {
  return typeof page === 'object' && page !== null && 'setURL' in page && 'setViewport' in page;
}
