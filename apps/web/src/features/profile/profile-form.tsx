import { zodResolver } from '@hookform/resolvers/zod';
import { profileUpdateSchema, type Profile, type ProfileUpdate } from '@portal/contracts/auth';
import { PROFILE_TIME_ZONES } from '@portal/contracts/time-zones';
import type { z } from 'zod';
import { changedFields, labelIn, type FormField } from '../../forms/conflict';
import { useVersionedForm } from '../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../forms/versioned-form-dialog';
import { SelectInput } from '../../ui/forms/select-input';
import { TextInput } from '../../ui/forms/text-input';
import type { ThemeName } from '../../ui/theme-storage';
import { fetchProfile, useUpdateProfile } from './api';

export interface OtherUser {
  readonly id: number;
  readonly name: string;
}

interface ProfileFormProps {
  profile: Profile;
  other?: OtherUser;
  onClose: () => void;
  /** The server stored another theme than the submitted one. */
  onThemeUpdate: (theme: ThemeName) => void;
}

const THEME_OPTIONS = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The values of the inputs. */
type ProfileValues = z.input<typeof profileUpdateSchema>;

const FIELDS: readonly FormField<keyof ProfileValues>[] = [
  { name: 'slack_id', label: 'Slack Username/ID' },
  { name: 'timezone', label: 'Timezone' },
  { name: 'theme', label: 'Theme Preference', show: labelIn(THEME_OPTIONS) },
];

const resolver = zodResolver(profileUpdateSchema);

/** The title of the dialog. */
export function profileTitle(other: OtherUser | undefined): string {
  return other ? `Edit Profile: ${other.name}` : 'Edit Your Profile';
}

/** The form of a profile in a dialog. */
export function ProfileForm({ profile, other, onClose, onThemeUpdate }: ProfileFormProps) {
  const owner = other?.id ?? 'me';
  const versioned = useVersionedForm<Profile, ProfileValues, ProfileUpdate>({
    item: profile,
    fields: FIELDS,
    valuesOf: fieldsOf,
    resolver,
    changeOf: changedFields,
    fetchCurrent: () => fetchProfile(owner),
    update: useUpdateProfile(owner),
    failed: 'Error updating profile',
    onDone: ({ theme }) => {
      if (theme !== null && theme !== getValues('theme')) onThemeUpdate(theme);
      onClose();
    },
  });
  const { control, getValues } = versioned.form;

  return (
    <VersionedFormDialog title={profileTitle(other)} width={600} form={versioned} onClose={onClose}>
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
        options={timeZoneOptions(versioned.base?.timezone ?? null)}
      />
      <SelectInput
        control={control}
        name="theme"
        label="Theme Preference"
        hint="Your preferred UI theme"
        options={THEME_OPTIONS}
      />
    </VersionedFormDialog>
  );
}

/** The offered time zones, and the stored one even if it is not among them. */
function timeZoneOptions(stored: string | null) {
  const known = stored === null || PROFILE_TIME_ZONES.includes(stored);
  const zones = known ? PROFILE_TIME_ZONES : [stored, ...PROFILE_TIME_ZONES];
  return zones.map((zone) => ({ value: zone, label: zone }));
}

function fieldsOf(profile: Profile | undefined): ProfileValues {
  return {
    slack_id: profile?.slack_id ?? '',
    timezone: profile?.timezone ?? null,
    theme: profile?.theme ?? null,
  };
}
