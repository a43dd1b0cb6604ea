import { create } from 'zustand';

export const TOAST_MS = 3_000;

export interface Toast {
  readonly message: string;
  readonly type: 'info' | 'success' | 'error';
  readonly show: boolean;
  /** Increases with each toast, so that a repeated message is a new toast. */
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

/** Shows a toast for three seconds; replaces the current one. */
export function showToast(message: string, type?: Toast['type']): void {
  useToastStore.getState().show(message, type);
}
