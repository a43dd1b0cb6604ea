import { Box } from '@mui/material';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../../lib/api-error';
import { useUnsavedGuard } from '../../../ui/inputs/unsaved-guard';
import { PageHeader } from '../../../ui/page-header';
import { UsersLink } from '../user-header';
import { type Draft, EMPTY_DRAFT, OnboardingForm } from './onboarding-form';
import { OnboardingPreview } from './onboarding-preview';
import { useOnboarding } from './use-onboarding';

/** A link can name people, their project and their pod. */
function draftOf(search: URLSearchParams): Draft {
  return {
    ...EMPTY_DRAFT,
    list: search.get('people') ?? '',
    project: search.get('project') ?? '',
    pod: search.get('pod') ?? '',
  };
}

/** Onboards a list of people: a form, a preview, and the result. */
export function OnboardingPage() {
  const [search] = useSearchParams();
  const [draft, setDraft] = useState<Draft>(() => draftOf(search));
  const { onboarding, lookUp, onboard, preview, run, edit } = useOnboarding();
  const isDone = onboarding !== undefined && onboard.isSuccess;
  // What is chosen beside the list is chosen again in a moment.
  const { question } = useUnsavedGuard(draft.list.trim() !== '' && !isDone, () => {
    setDraft(EMPTY_DRAFT);
    edit();
  });
  return (
    <>
      <UsersLink />
      <Box sx={{ mt: 1 }}>
        <PageHeader
          title="Onboard Users"
          subtitle="Paste a list of people, or choose a file, and give all of them accounts, a role and a pod"
        />
      </Box>
      {onboarding ? (
        <OnboardingPreview
          onboarding={onboarding}
          onboard={onboard}
          checking={lookUp.isPending}
          onRun={() => run(onboarding)}
          onCheck={() => preview(onboarding.list, onboarding.choice)}
          onEdit={edit}
          onNext={() => {
            setDraft({ ...draft, list: '' });
            edit();
          }}
        />
      ) : (
        <OnboardingForm
          draft={draft}
          onChange={(next) => {
            edit();
            setDraft(next);
          }}
          loading={lookUp.isPending}
          error={lookUp.error ? messageOf(lookUp.error, 'Failed to load users') : undefined}
          onPreview={preview}
        />
      )}
      {question}
    </>
  );
}
