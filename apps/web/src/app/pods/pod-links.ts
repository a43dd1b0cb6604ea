import { paths } from '../../lib/paths';
import { POD_PAGES } from '../../pages';
import { useMay } from '../../session/permissions';

/** Links to the pages of a pod that the user may open. */
export function usePodLinks(podName: string) {
  const may = useMay();
  return POD_PAGES.filter(({ anyOf }) => may(anyOf)).map(({ path, label, icon }) => ({
    to: path === '' ? paths.pod(podName) : `${paths.pod(podName)}/${path}`,
    label,
    icon,
    deep: path !== '',
  }));
}
