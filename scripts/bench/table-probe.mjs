/**
 * Measures a table from a user's action to the frame that shows its new rows. It runs in the page, so
 * it must not use anything of this module.
 */
export function tableProbe() {
  /** The rows count as final after this time without a change, in milliseconds. */
  const QUIET_MS = 150;
  const GIVE_UP_MS = 15_000;
  const ROWS = 'table[aria-rowcount] > tbody';

  /**
   * The time at which the current state of the page is on the screen.
   * @returns {Promise<number>}
   */
  const painted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        // A message is handled after the frame; a timer would wait at least 1 ms.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now()));
        port1.start();
        port2.postMessage(null);
      }),
    );
  const isBusy = () => document.querySelector('[aria-busy="true"]') !== null;
  /** @param {MutationRecord} record */
  const isOfRows = ({ target }) =>
    target.parentElement?.closest(ROWS) || (target instanceof Element && target.matches(ROWS));
  /** @param {MutationRecord} record */
  const addsRows = ({ addedNodes }) =>
    [...addedNodes].some((node) => node instanceof Element && node.querySelector(ROWS));

  return {
    /**
     * Waits for the action, an event of this type, and for the rows of the response.
     * @param {string} eventType
     * @returns {Promise<number>} milliseconds from the event to the last change of the rows on screen
     */
    measure: (eventType) =>
      new Promise((resolve, reject) => {
        let started = NaN;
        /** @type {ReturnType<typeof setTimeout>} */
        let quiet;
        const begin = (/** @type {Event} */ event) => {
          started = event.timeStamp;
        };
        const observer = new MutationObserver((records) => {
          if (Number.isNaN(started)) return;
          const isDone = records.some(({ attributeName: name }) => name === 'aria-busy');
          if (isDone || records.some((one) => isOfRows(one) || addsRows(one))) changed();
        });
        function changed() {
          if (isBusy() || !document.querySelector(ROWS)) return;
          clearTimeout(quiet);
          const frame = painted();
          quiet = setTimeout(() => {
            end();
            resolve(frame.then((finished) => finished - started));
          }, QUIET_MS);
        }
        const late = setTimeout(() => {
          end();
          reject(new Error(`No new rows after ${eventType}`));
        }, GIVE_UP_MS);
        function end() {
          observer.disconnect();
          clearTimeout(late);
          clearTimeout(quiet);
          removeEventListener(eventType, begin, { capture: true });
        }
        // The last event counts: a text is entered with several.
        addEventListener(eventType, begin, { capture: true });
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
          attributeFilter: ['aria-busy'],
        });
      }),
    /** The first cell of each row that has a number: the ids of the tasks. */
    ids: () =>
      [...document.querySelectorAll(`${ROWS} > tr`)].map((row) =>
        [...row.children].map(({ textContent }) => textContent).find((text) => text !== ''),
      ),
  };
}
