import { create } from 'zustand';

export const TOAST_MS = 3_000;

export interface Toast {
  readonly message: string;
  readonly type: 'info' | 'success' | 'error';
  readonly show: boolean;
  /** Grows with each toast, so that the same message twice is two toasts. */
  readonly serial: number;
}

interface ToastState {
  readonly toast: Toast;
  show(message: string, type?: Toast['type']): void;
  hide(): void;
}

export const useToastStore = create<ToastState>()((set) => ({
  toast: { message: '', type: 'info', show: false, serial: 0 },
  show(message, type = 'info') {
    set(({ toast }) => ({ toast: { message, type, show: true, serial: toast.serial + 1 } }));
  },
  hide() {
    set(({ toast }) => ({ toast: { ...toast, show: false } }));
  },
}));

/** Shows a toast for three seconds, in place of the one that is there. */
export function showToast(message: string, type?: Toast['type']): void {
  useToastStore.getState().show(message, type);
}
