import { create } from 'zustand';

interface ToastOptions {
  readonly type?: 'info' | 'success' | 'error';
  /** A button that does something and hides the toast, such as Retry. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface Toast extends ToastOptions {
  readonly message: string;
  readonly type: 'info' | 'success' | 'error';
  readonly show: boolean;
  /** Increases with each toast, so that a repeated message is a new toast. */
  readonly serial: number;
}

/** An offer to undo what was done. It is no toast: toasts come and go beside it. */
interface UndoOffer {
  readonly message: string;
  readonly undo: () => void;
  readonly show: boolean;
  readonly serial: number;
}

interface ToastState {
  readonly toast: Toast;
  readonly offer: UndoOffer;
  offerUndo(message: string, undo: () => void): void;
  withdraw(): void;
  show(message: string, options: ToastOptions): void;
  hide(): void;
}

export const useToastStore = create<ToastState>()((set) => ({
  toast: { message: '', type: 'info', show: false, serial: 0 },
  show(message, options) {
    set(({ toast }) => ({
      toast: {
        type: 'info',
        ...options,
        message,
        show: true,
        serial: toast.serial + 1,
      },
    }));
  },
  hide() {
    set(({ toast }) => ({ toast: { ...toast, show: false } }));
  },
  offer: { message: '', undo: () => undefined, show: false, serial: 0 },
  offerUndo(message, undo) {
    set(({ offer }) => ({ offer: { message, undo, show: true, serial: offer.serial + 1 } }));
  },
  withdraw() {
    set(({ offer }) => ({ offer: { ...offer, show: false } }));
  },
}));

/** Shows a toast for three seconds; replaces the current one. */
export function showToast(message: string, options: ToastOptions = {}): void {
  useToastStore.getState().show(message, options);
}

/** Says what was done and offers to undo it; replaces an earlier offer, but no toast. */
export function offerUndo(message: string, undo: () => void): void {
  useToastStore.getState().offerUndo(message, undo);
}
