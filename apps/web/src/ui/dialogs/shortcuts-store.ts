import { create } from 'zustand';

interface ShortcutsState {
  readonly open: boolean;
  show(): void;
  hide(): void;
}

/** Whether the dialog of all shortcuts is open. */
export const useShortcuts = create<ShortcutsState>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  hide: () => set({ open: false }),
}));
