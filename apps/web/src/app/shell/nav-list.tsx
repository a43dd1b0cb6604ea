import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import type { SvgIconComponent } from '@mui/icons-material';
import { NavLink } from 'react-router';

interface NavLinkItem {
  readonly to: string;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
  readonly icon: SvgIconComponent;
  /** Whether the item is also active on deeper paths. */
  readonly deep?: boolean;
}

interface NavButtonItem {
  readonly label: string;
  readonly icon: SvgIconComponent;
  /** Opens something on the current page. */
  readonly run: () => void;
}

export type NavItem = NavLinkItem | NavButtonItem;

interface NavListProps {
  heading?: string;
  items: readonly NavItem[];
  onNavigate?: () => void;
}

/** Links and buttons of a sidebar or drawer; the link of the open page is marked. */
export function NavList({ heading, items, onNavigate }: NavListProps) {
  return (
    <List
      dense
      disablePadding
      subheader={heading === undefined ? undefined : <Heading text={heading} />}
    >
      {items.map(({ label, icon: Icon, ...target }) => (
        <ListItem key={label} disablePadding sx={{ mb: 0.25 }}>
          <ListItemButton
            {...('to' in target
              ? { component: NavLink, to: target.to, end: target.deep === false }
              : { component: 'button' })}
            onClick={() => {
              onNavigate?.();
              if ('run' in target) target.run();
            }}
            sx={(theme) => ({
              borderRadius: 1,
              minHeight: 40,
              color: 'text.secondary',
              '&.active': {
                color: 'text.primary',
                backgroundColor: `rgb(${theme.vars.palette.primary.mainChannel} / 0.12)`,
              },
              '&.active .MuiListItemIcon-root': { color: 'primary.main' },
            })}
          >
            <ListItemIcon sx={{ minWidth: 36, color: 'inherit' }}>
              <Icon fontSize="small" />
            </ListItemIcon>
            <ListItemText
              primary={label}
              secondary={'detail' in target ? target.detail : undefined}
              slotProps={{
                primary: { variant: 'subtitle1', noWrap: true },
                secondary: { variant: 'caption' },
              }}
            />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <ListSubheader
      disableSticky
      sx={{
        typography: 'overline',
        textTransform: 'uppercase',
        color: 'text.secondary',
        background: 'none',
        px: 1.5,
        pb: 0.75,
        lineHeight: 2,
      }}
    >
      {text}
    </ListSubheader>
  );
}
