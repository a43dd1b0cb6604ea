import type SvgIcon from '@mui/material/SvgIcon';
import GroupAddIcon from '~icons/ic/outline-group-add';
import GroupsIcon from '~icons/ic/outline-groups';
import RateReviewIcon from '~icons/ic/outline-rate-review';
import SpeedIcon from '~icons/ic/outline-speed';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { POD_PAGES } from './pod-pages';

const ICONS: Record<(typeof POD_PAGES)[number]['segment'], typeof SvgIcon> = {
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
