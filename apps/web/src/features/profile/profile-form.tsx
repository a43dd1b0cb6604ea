import { zodResolver } from '@hookform/resolvers/zod';
import LinearProgress from '@mui/material/LinearProgress';
import { profileUpdateSchema, type Profile, type ProfileUpdate } from '@portal/contracts/auth';
import { PROFILE_TIME_ZONES } from '@portal/contracts/time-zones';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { SelectInput } from '../../ui/forms/select-input';
import { TextInput } from '../../ui/forms/text-input';
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

  function submit(update: ProfileUpdate): void {
    save.mutate(update, {
      onSuccess: ({ theme }) => {
        if (theme !== null && theme !== update.theme) onThemeUpdate(theme);
        onClose();
      },
    });
  }

  return (
    <FormDialog
      title={other ? `Edit Profile: ${other.name}` : 'Edit Your Profile'}
      width={600}
      submitLabel="Save Changes"
      isDirty={formState.isDirty && !save.isSuccess}
      isSaving={save.isPending}
      error={save.error}
      disabled={!profile}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onClose={onClose}
    >
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
    </FormDialog>
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
