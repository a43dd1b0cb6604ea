import { create } from 'zustand';

interface ProfileDialogState {
  readonly open: boolean;
  show(): void;
  hide(): void;
}

/** Whether the signed-in user's profile is open; menus, sidebar and pages open the same dialog. */
export const useProfileDialog = create<ProfileDialogState>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  hide: () => set({ open: false }),
}));
