import { useLayoutEffect, useState, type RefObject } from 'react';

/** Distance of an element from the top of the document in pixels; updates when the page changes. */
export function useTopOffset(element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const node = element.current;
      if (node) setOffset(Math.round(node.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return offset;
}
