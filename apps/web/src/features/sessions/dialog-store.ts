import { create } from 'zustand';

interface SessionsDialogState {
  readonly open: boolean;
  show(): void;
  hide(): void;
}

/** Whether the signed-in user's sessions are open; the menu and the palette open the same dialog. */
export const useSessionsDialog = create<SessionsDialogState>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  hide: () => set({ open: false }),
}));
