import { useEffect } from 'react';

const PRODUCT = 'Turing Portal';

/** Names the page in the browser's tab for as long as the component is there. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${PRODUCT}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
