import { Tab, Tabs } from '@mui/material';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths';

const TABS = [
  { to: paths.adminTasks, label: 'Uploads' },
  { to: paths.adminTaskList, label: 'All tasks' },
];

/** Links between the pages about tasks. */
export function TaskTabs() {
  const { pathname } = useLocation();
  return (
    <Tabs value={pathname} aria-label="Pages about tasks" sx={{ mb: 2, mt: -1 }}>
      {TABS.map(({ to, label }) => (
        <Tab key={to} value={to} label={label} component={Link} to={to} />
      ))}
    </Tabs>
  );
}
