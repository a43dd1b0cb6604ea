import Box from '@mui/material/Box';
import { useState } from 'react';
import { PageHeader } from '../../../ui/page-header';
import { UsersLink } from '../user-header';
import { type Draft, EMPTY_DRAFT, OnboardingForm } from './onboarding-form';
import { OnboardingPreview } from './onboarding-preview';
import { useOnboarding } from './use-onboarding';

/** Onboards a pasted list of emails: a form, a preview, and the result of each line. */
export function OnboardingPage() {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const { onboarding, busy, error, preview, run, edit } = useOnboarding();
  return (
    <>
      <UsersLink />
      <Box sx={{ mt: 1 }}>
        <PageHeader
          title="Onboard Users"
          subtitle="Paste a list of emails, and give all of them accounts, a role and a pod"
        />
      </Box>
      {onboarding ? (
        <OnboardingPreview
          onboarding={onboarding}
          running={busy === 'running'}
          onRun={() => void run(onboarding)}
          onEdit={edit}
          onNext={() => {
            setDraft({ ...draft, list: '' });
            edit();
          }}
        />
      ) : (
        <OnboardingForm
          draft={draft}
          onChange={setDraft}
          loading={busy === 'looking-up'}
          error={error}
          onPreview={(choice) => void preview(draft.list, choice)}
        />
      )}
    </>
  );
}
