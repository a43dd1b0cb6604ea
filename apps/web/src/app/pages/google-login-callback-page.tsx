import { NarrowPage } from '../../ui/narrow-page';
import { PageHeader } from '../../ui/page-header';
import { useBackendVersion } from './use-backend-version';

/** An older return address of the login: it shows a title and asks for the backend version. */
export function GoogleLoginCallbackPage() {
  useBackendVersion();
  return (
    <NarrowPage>
      <PageHeader title="Google Login Callback" />
    </NarrowPage>
  );
}
