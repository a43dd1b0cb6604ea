import { create } from 'zustand';

interface PaletteState {
  readonly open: boolean;
  toggle(): void;
  hide(): void;
}

/** Whether the command palette is open. */
export const usePalette = create<PaletteState>()((set) => ({
  open: false,
  toggle: () => set(({ open }) => ({ open: !open })),
  hide: () => set({ open: false }),
}));
