import { icons } from '@iconify-json/ic';
import type { Plugin } from 'vite';

const PREFIX = '~icons/ic/';

/**
 * `~icons/ic/outline-delete` is a component of MUI with the drawing of this name in Google's Material
 * Icons. A name that does not exist breaks the build.
 */
export function materialIcons(): Plugin {
  return {
    name: 'material-icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PREFIX) ? `${id}.jsx` : undefined),
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const name = id.slice(PREFIX.length, -'.jsx'.length);
      const body = icons.icons[name]?.body.replaceAll('fill-rule', 'fillRule');
      if (body === undefined) this.error(`Material Icons have no ${name}`);
      return [
        "import { createSvgIcon } from '@mui/material/SvgIcon';",
        `export default createSvgIcon(<>${body}</>, '${name}');`,
      ].join('\n');
    },
  };
}
