import { type RefObject, useLayoutEffect, useState } from 'react';

/** Below the content, as above it. */
const PADDING = 28;

/**
 * The height of the screen from the top of an element on, in CSS; it follows what is above the element. As the
 * smallest height of the element, it fills the screen.
 */
export function useHeightBelow(element: RefObject<HTMLElement | null>): string {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const here = element.current?.getBoundingClientRect().top ?? 0;
      setTop(Math.round(here + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return `calc(100dvh - ${top + PADDING}px)`;
}
