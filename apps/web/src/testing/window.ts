/** happy-dom's controls of the window. */
interface HappyDom {
  readonly settings: {
    readonly fetch: { requestHeaders: { headers: Record<string, string> }[] | null };
  };
  abort(): Promise<void>;
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

const TEST_HEADER = 'x-test';
let tests = 0;

/** From now on the requests of the window carry the number of a new test. */
export function beginTest(): void {
  tests += 1;
  carry(String(tests));
}

/** Also if a test replaces the timers. */
const later = globalThis.setTimeout;

/** Ends the requests under way, twice, as one may follow another. What is sent after the test is of no test. */
export async function endTest(): Promise<void> {
  carry('none');
  for (let turn = 0; turn < 2; turn += 1) {
    void happyDom().abort();
    await new Promise((resolve) => later(resolve, 0));
  }
}

/** Whether a request is one of this test, and not late from the one before. */
export function isOfThisTest(headers: Readonly<Record<string, unknown>>): boolean {
  const test = headers[TEST_HEADER];
  // Node's own fetch has none.
  return test === undefined || test === String(tests);
}

function carry(test: string): void {
  happyDom().settings.fetch.requestHeaders = [{ headers: { [TEST_HEADER]: test } }];
}

function happyDom(): HappyDom {
  const page: unknown = Reflect.get(window, 'happyDOM');
  if (!isHappyDom(page)) throw new Error('This window is not of happy-dom');
  return page;
}

function isHappyDom(page: unknown): page is HappyDom {
  return (
    typeof page === 'object' &&
    page !== null &&
    'setURL' in page &&
    'setViewport' in page &&
    'abort' in page &&
    'settings' in page
  );
}
