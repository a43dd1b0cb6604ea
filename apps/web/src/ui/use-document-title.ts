import { useEffect } from 'react';

const PRODUCT = 'Turing Portal';

/** Sets the document title while the component is mounted. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${PRODUCT}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
