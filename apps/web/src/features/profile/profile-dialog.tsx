import { DialogContent, LinearProgress, useColorScheme } from '@mui/material';
import { useEffect } from 'react';
import { logError } from '../../lib/log';
import { detailOf } from '../../lib/api-error';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { showToast } from '../../ui/toast-store';
import { profileTitle, ProfileForm, type OtherUser } from './profile-form';
import { useProfile } from './api';

interface ProfileDialogProps {
  /** The user whose profile an administrator edits; the signed-in user if absent. */
  other?: OtherUser;
  onClose: () => void;
}

/** Edits a profile; closes after a save, and if the profile cannot be loaded. */
export function ProfileDialog({ other, onClose }: ProfileDialogProps) {
  const { setMode } = useColorScheme();
  const { data, error } = useProfile(other?.id ?? 'me');

  useEffect(() => {
    if (!error) return;
    logError('The profile could not be loaded', error);
    showToast(detailOf(error, 'Error loading profile'), { type: 'error' });
    onClose();
  }, [error, onClose]);

  if (!data) {
    return (
      <AppDialog title={profileTitle(other)} width={600} onClose={onClose}>
        <DialogContent sx={{ minHeight: 300 }}>
          <LinearProgress aria-label="Loading profile" />
        </DialogContent>
      </AppDialog>
    );
  }
  return (
    <ProfileForm
      profile={data}
      {...(other && { other })}
      onClose={onClose}
      onThemeUpdate={(theme) => {
        // The theme of this screen is that of the signed-in user.
        if (!other) setMode(theme);
      }}
    />
  );
}
