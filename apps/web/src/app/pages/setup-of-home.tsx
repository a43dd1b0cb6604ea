import { SetupCard } from '../../features/setup/setup-card';
import { QueryScope } from '../query-scope';

/** The steps of the set-up on Home, which has no cache of its own. */
export function SetupOfHome() {
  return (
    <QueryScope>
      <SetupCard />
    </QueryScope>
  );
}
