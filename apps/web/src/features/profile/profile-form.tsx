import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import { profileUpdateSchema, type Profile, type ProfileUpdate } from '@portal/contracts/auth';
import { PROFILE_TIME_ZONES } from '@portal/contracts/time-zones';
import { useForm } from 'react-hook-form';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { SelectInput } from '../../ui/forms/select-input';
import { TextInput } from '../../ui/forms/text-input';
import { useUnsavedGuard } from '../../ui/forms/unsaved-guard';
import type { ThemeName } from '../../ui/theme-storage';
import { useUpdateProfile } from './requests/save-profile';

export interface OtherUser {
  readonly id: number;
  readonly name: string;
}

interface ProfileFormProps {
  /** Undefined while it loads. */
  profile: Profile | undefined;
  other?: OtherUser;
  onClose: () => void;
  /** The server stored another theme than the submitted one. */
  onThemeUpdate: (theme: ThemeName) => void;
}

const THEME_OPTIONS = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const EMPTY: ProfileUpdate = { slack_id: '', timezone: null, theme: null };

/** The form of a profile in a dialog. */
export function ProfileForm({ profile, other, onClose, onThemeUpdate }: ProfileFormProps) {
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(profileUpdateSchema),
    defaultValues: EMPTY,
    ...(profile && { values: fieldsOf(profile) }),
  });
  const save = useUpdateProfile(other?.id ?? 'me');
  const { close, question } = useUnsavedGuard(formState.isDirty && !save.isSuccess, onClose);

  function submit(update: ProfileUpdate): void {
    save.mutate(update, {
      onSuccess: ({ theme }) => {
        if (theme !== null && theme !== update.theme) onThemeUpdate(theme);
        onClose();
      },
    });
  }

  return (
    <AppDialog
      title={other ? `Edit Profile: ${other.name}` : 'Edit Your Profile'}
      width={600}
      onClose={close}
    >
      <Box component="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <DialogContent sx={{ display: 'grid', gap: 2.5, pt: '8px !important' }}>
          {!profile && <LinearProgress aria-label="Loading profile" />}
          <TextInput
            control={control}
            name="slack_id"
            label="Slack Username/ID"
            hint="Your Slack username or ID for notifications"
          />
          <SelectInput
            control={control}
            name="timezone"
            label="Timezone"
            hint="Your timezone offset from UTC"
            options={timeZoneOptions(profile?.timezone ?? null)}
          />
          <SelectInput
            control={control}
            name="theme"
            label="Theme Preference"
            hint="Your preferred UI theme"
            options={THEME_OPTIONS}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={!profile} loading={save.isPending}>
            Save Changes
          </Button>
        </DialogActions>
      </Box>
      {question}
    </AppDialog>
  );
}

/** The offered time zones, and the stored one even if it is not among them. */
function timeZoneOptions(stored: string | null) {
  const known = stored === null || PROFILE_TIME_ZONES.includes(stored);
  const zones = known ? PROFILE_TIME_ZONES : [stored, ...PROFILE_TIME_ZONES];
  return zones.map((zone) => ({ value: zone, label: zone }));
}

function fieldsOf({ slack_id, timezone, theme }: Profile): ProfileUpdate {
  return { slack_id, timezone, theme };
}
