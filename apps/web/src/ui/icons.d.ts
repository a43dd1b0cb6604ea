/** The plugin in `build/icons.ts` makes them. */
declare module '~icons/ic/*' {
  import type SvgIcon from '@mui/material/SvgIcon';

  const icon: typeof SvgIcon;
  export default icon;
}
