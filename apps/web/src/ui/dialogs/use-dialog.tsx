import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { lazyPart } from '../lazy-part';
import type { Question } from './confirm-dialog';

/** Draws a dialog. */
type Draw = (close: () => void) => ReactNode;
export type OpenDialog = (draw: Draw) => void;

const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog')).ConfirmDialog);

/** The dialog that a component has opened last, until it closes or the component is gone. */
export function useDialog() {
  const [draw, setDraw] = useState<Draw>();
  const close = useCallback(() => setDraw(undefined), []);
  const open: OpenDialog = useCallback((next) => setDraw(() => next), []);
  const confirm = useCallback(
    (question: Question) => {
      const confirmed = (): void => {
        close();
        question.onConfirm();
      };
      open(() => <ConfirmDialog {...question} onConfirm={confirmed} onClose={close} />);
    },
    [open, close],
  );
  return { dialog: <Suspense>{draw?.(close)}</Suspense>, open, confirm };
}
