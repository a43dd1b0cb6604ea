import { create } from 'zustand';

const TOAST_MS = 3_000;

interface ToastOptions {
  readonly type?: 'info' | 'success' | 'error';
  /** A button that does something and hides the toast, such as Retry or Undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** How long the toast is shown, in milliseconds. */
  readonly duration?: number;
}

interface Toast extends ToastOptions {
  readonly message: string;
  readonly type: 'info' | 'success' | 'error';
  readonly duration: number;
  readonly show: boolean;
  /** Increases with each toast, so that a repeated message is a new toast. */
  readonly serial: number;
}

interface ToastState {
  readonly toast: Toast;
  show(message: string, options: ToastOptions): void;
  hide(): void;
}

export const useToastStore = create<ToastState>()((set) => ({
  toast: { message: '', type: 'info', duration: TOAST_MS, show: false, serial: 0 },
  show(message, options) {
    set(({ toast }) => ({
      toast: {
        type: 'info',
        duration: TOAST_MS,
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
}));

/** Shows a toast, by default for three seconds; replaces the current one. */
export function showToast(message: string, options: ToastOptions = {}): void {
  useToastStore.getState().show(message, options);
}
