import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followTranslation } from './translated-text';

interface CountsProps {
  chosen: number;
  all?: boolean;
}

/** Texts of several parts in one element, and one that comes and goes. */
function Counts({ chosen, all = true }: CountsProps) {
  return (
    <p>
      {chosen} of {360}
      {all ? ' chosen' : null}
      {all ? <b>All</b> : null} tasks
    </p>
  );
}

/** Replaces each text of the page by fonts, as the translation of Chrome does. */
function translate(inOneStep: boolean): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (text.parentElement?.tagName === 'FONT') continue;
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    if (font.firstChild) font.firstChild.textContent = text.textContent;
    if (inOneStep) text.parentNode?.replaceChild(font, text);
    else {
      text.parentNode?.insertBefore(font, text);
      text.parentNode?.removeChild(text);
    }
  }
}

/** The observers have heard of what happened. */
const heard = () => act(async () => Promise.resolve());

describe.each([{ inOneStep: true }, { inOneStep: false }])(
  'a page that the browser translates, in one step: $inOneStep',
  ({ inOneStep }) => {
    let stop: () => void;
    beforeEach(() => {
      stop = followTranslation(document.body);
    });
    afterEach(() => stop());

    it('WEB-125 shows the numbers of now, also after several translations', async () => {
      const { container, rerender } = render(<Counts chosen={281} />);
      for (const chosen of [284, 290, 7]) {
        translate(inOneStep);
        await heard();
        rerender(<Counts chosen={chosen} />);
        await heard();
        expect(container.textContent).toBe(`${chosen} of 360 chosenAll tasks`);
      }
    });

    it('WEB-125 removes and inserts what was translated', async () => {
      const { container, rerender } = render(<Counts chosen={281} />);
      translate(inOneStep);
      await heard();
      rerender(<Counts chosen={0} all={false} />);
      await heard();
      expect(container.textContent).toBe('0 of 360 tasks');
      translate(inOneStep);
      await heard();
      rerender(<Counts chosen={360} />);
      await heard();
      expect(container.textContent).toBe('360 of 360 chosenAll tasks');
    });
  },
);

describe('without following the translation', () => {
  it('WEB-125 the same page shows old numbers, so these tests can fail', async () => {
    const { container, rerender } = render(<Counts chosen={281} />);
    translate(true);
    rerender(<Counts chosen={284} />);
    await heard();
    expect(container.textContent).toContain('281');
  });
});
