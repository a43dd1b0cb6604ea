import { NarrowPage } from '../../ui/narrow-page';
import { PageHeader } from '../../ui/page-header';
import { useBackendVersion } from './use-backend-version';

/** A former redirect URL of the login: shows a title and the backend version. */
export function GoogleLoginCallbackPage() {
  useBackendVersion();
  return (
    <NarrowPage>
      <PageHeader title="Google Login Callback" />
    </NarrowPage>
  );
}
