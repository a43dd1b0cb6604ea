import { useNavigate } from 'react-router';
import { paths } from '../lib/paths';
import { signOut } from '../session/sign-out';

/** Signs out and opens Home. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    await navigate(paths.home);
  };
}
