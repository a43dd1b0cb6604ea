import { create } from 'zustand';

interface PaletteState {
  readonly open: boolean;
  /** What is typed: from the moment it opens, also while it is loaded. */
  readonly text: string;
  write(text: string): void;
  toggle(): void;
  hide(): void;
}

/** The command palette. */
export const usePalette = create<PaletteState>()((set) => ({
  open: false,
  text: '',
  write: (text) => set({ text }),
  toggle: () => set(({ open }) => ({ open: !open, text: '' })),
  hide: () => set({ open: false }),
}));
