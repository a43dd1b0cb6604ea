import type { SvgIconComponent } from '@mui/icons-material';
import GroupAddIcon from '@mui/icons-material/GroupAddOutlined';
import GroupsIcon from '@mui/icons-material/GroupsOutlined';
import RateReviewIcon from '@mui/icons-material/RateReviewOutlined';
import SpeedIcon from '@mui/icons-material/SpeedOutlined';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { POD_PAGES } from './pod-pages';

const ICONS: Record<(typeof POD_PAGES)[number]['segment'], SvgIconComponent> = {
  '': GroupsIcon,
  members: GroupAddIcon,
  reviewer: RateReviewIcon,
  'lead-dashboard': SpeedIcon,
};

/** Links to the pages of a pod that the user may open. */
export function usePodLinks(podName: string) {
  const may = useMay();
  return POD_PAGES.filter(({ permission }) => may([permission])).map(({ segment, label }) => ({
    to: segment === '' ? paths.pod(podName) : `${paths.pod(podName)}/${segment}`,
    label,
    icon: ICONS[segment],
    deep: segment !== '',
  }));
}
