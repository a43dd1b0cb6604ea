import { useEffect, useLayoutEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../dialogs/confirm-dialog';

interface UnsavedGuard {
  /** Closes the form; asks before changes are lost. */
  readonly close: () => void;
  /** The question, while it is open. */
  readonly question: React.ReactNode;
}

/**
 * The guards of this tab that have changes. The router asks only the guard that came last, such as that
 * of a dialog above a page, so each of them asks for all.
 */
const unsaved = new Set<symbol>();
const anyUnsaved = (): boolean => unsaved.size > 0;

/**
 * Keeps the changes of a form: asks before the form closes or another page opens, and lets the
 * browser ask before the tab closes.
 */
export function useUnsavedGuard(dirty: boolean, onClose: () => void): UnsavedGuard {
  const [asking, setAsking] = useState(false);
  const blocker = useBlocker(anyUnsaved);

  useLayoutEffect(() => {
    if (!dirty) return;
    const guard = Symbol('guard');
    unsaved.add(guard);
    return () => void unsaved.delete(guard);
  }, [dirty]);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  function stay(): void {
    setAsking(false);
    if (blocker.state === 'blocked') blocker.reset();
  }

  function discard(): void {
    setAsking(false);
    onClose();
    if (blocker.state === 'blocked') blocker.proceed();
  }

  return {
    close: () => (dirty ? setAsking(true) : onClose()),
    question: (asking || blocker.state === 'blocked') && (
      <ConfirmDialog
        title="Discard changes?"
        text="Your changes are not saved."
        confirm="Discard"
        cancel="Keep editing"
        onConfirm={discard}
        onClose={stay}
      />
    ),
  };
}
