import { useSaveTheme } from '../../features/profile/use-profile-theme';
import { QueryScope } from '../query-scope';
import { ThemeToggle } from './theme-toggle';

/** The theme toggle of a signed-in user, which stores the choice in the profile. */
export function SavingThemeToggle() {
  return (
    <QueryScope>
      <Toggle />
    </QueryScope>
  );
}

function Toggle() {
  const saveTheme = useSaveTheme();
  return <ThemeToggle onToggle={saveTheme} />;
}
