import { zodResolver } from '@hookform/resolvers/zod';
import { profileUpdateSchema, type Profile, type ProfileUpdate } from '@portal/contracts/auth';
import { PROFILE_OFFSETS, profileZones } from '@portal/contracts/time-zones';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { changedFields } from '../../forms/conflict';
import { labelIn, type FormField } from '../../forms/field';
import type { InputProps } from '../../forms/inputs/input-props';
import { LongChoiceInput } from '../../forms/inputs/long-choice-input';
import { SelectInput } from '../../forms/inputs/select-input';
import { TextInput } from '../../forms/inputs/text-input';
import { useVersionedForm } from '../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../forms/versioned-form-dialog';
import { browserZone } from '../../lib/user-zone';
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

/** The values of the inputs; a choice that is not made is empty. */
type ProfileTexts = Record<'slack_id' | 'timezone' | 'theme', string>;

const FIELDS: readonly FormField<keyof ProfileTexts>[] = [
  {
    name: 'slack_id',
    label: 'Slack Username/ID',
    hint: 'Your Slack username or ID for notifications',
    input: (props) => <TextInput {...props} clearable />,
  },
  {
    name: 'timezone',
    label: 'Timezone',
    hint: 'Your timezone offset from UTC',
    input: (props) => <TimeZoneInput {...props} />,
  },
  {
    name: 'theme',
    label: 'Theme Preference',
    hint: 'Your preferred UI theme',
    input: (props) => <SelectInput {...props} options={THEME_OPTIONS} clearable />,
    show: labelIn(THEME_OPTIONS),
  },
];

const resolver = zodResolver(
  z.preprocess(
    ({ slack_id, timezone, theme }: ProfileTexts): unknown => ({
      slack_id,
      timezone: timezone || null,
      theme: theme || null,
    }),
    // The server decides: a stored zone can be newer than this browser.
    profileUpdateSchema.extend({ timezone: z.string().nullable() }),
  ),
);

/** The title of the dialog. */
export function profileTitle(other: OtherUser | undefined): string {
  return other ? `Edit Profile: ${other.name}` : 'Edit Your Profile';
}

/** The form of a profile in a dialog. */
export function ProfileForm({ profile, other, onClose, onThemeUpdate }: ProfileFormProps) {
  const owner = other?.id ?? 'me';
  const versioned = useVersionedForm<Profile, ProfileTexts, ProfileUpdate>({
    item: profile,
    fields: FIELDS,
    valuesOf: textsOf,
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
  const { getValues } = versioned.form;

  return (
    <VersionedFormDialog
      title={profileTitle(other)}
      width={600}
      form={versioned}
      onClose={onClose}
    />
  );
}

/** The zone of the browser, the offered zones, and the stored one even if it is not among them. */
function TimeZoneInput(props: InputProps) {
  const stored = useFormContext<ProfileTexts>().formState.defaultValues?.timezone ?? '';
  const [offered] = useState(offeredZones);
  const isKnown = stored === '' || offered.groups.has(stored);
  const zones = isKnown ? offered.zones : [...offered.zones, stored];
  return (
    <LongChoiceInput
      {...props}
      options={zones}
      // Places are found by typing.
      shown={PROFILE_OFFSETS.length + 1}
      groupOf={(zone) => offered.groups.get(zone) ?? 'Places'}
    />
  );
}

function offeredZones() {
  const own = browserZone();
  const groups = new Map([[own, 'Time zone of this browser']]);
  for (const zone of profileZones()) {
    const group = PROFILE_OFFSETS.includes(zone) ? 'Offsets, the same all year' : 'Places';
    if (zone !== own) groups.set(zone, group);
  }
  return { zones: [...groups.keys()], groups };
}

function textsOf(profile: Profile | undefined): ProfileTexts {
  return {
    slack_id: profile?.slack_id ?? '',
    timezone: profile?.timezone ?? '',
    theme: profile?.theme ?? '',
  };
}
