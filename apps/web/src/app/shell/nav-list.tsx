import {
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  ListSubheader,
  type SvgIcon,
} from '@mui/material';
import { NavLink } from 'react-router';
import { keepFocus } from '../../ui/keep-focus';
import { Row } from '../../ui/layout';

interface NavLinkItem {
  readonly to: string;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
  readonly icon: typeof SvgIcon;
  /** Whether the item is also active on deeper paths. */
  readonly deep?: boolean;
}

interface NavButtonItem {
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
  readonly icon: typeof SvgIcon;
  /** Opens something on the current page. */
  readonly run: () => void;
}

/** An item of a page that the user may not open. */
type NavTextItem = Omit<NavLinkItem, 'to' | 'deep'>;

export type NavItem = NavLinkItem | NavButtonItem | NavTextItem;

interface NavListProps {
  heading?: string;
  items: readonly NavItem[];
  onNavigate?: () => void;
}

/** The entries of a sidebar or drawer; the link of the open page is marked. */
export function NavList({ heading, items, onNavigate }: NavListProps) {
  return (
    <List
      dense
      disablePadding
      subheader={heading === undefined ? undefined : <Heading text={heading} />}
    >
      {items.map((item) => (
        <ListItem key={item.label} disablePadding sx={{ mb: 0.25 }}>
          <Entry item={item} {...(onNavigate && { onNavigate })} />
        </ListItem>
      ))}
    </List>
  );
}

interface EntryProps {
  item: NavItem;
  onNavigate?: () => void;
}

function Entry({ item, onNavigate }: EntryProps) {
  if (!('to' in item) && !('run' in item)) {
    return (
      <Row sx={{ px: 2, minHeight: 40, minWidth: 0 }}>
        <Words item={item} />
      </Row>
    );
  }
  return (
    <ListItemButton
      {...('to' in item
        ? { component: NavLink, to: item.to, end: item.deep === false }
        : { component: 'button' })}
      onClick={({ currentTarget }) => {
        onNavigate?.();
        if (!('run' in item)) return;
        // 'Load again' is gone with what it has loaded.
        keepFocus(currentTarget, null);
        item.run();
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
      <Words item={item} />
    </ListItemButton>
  );
}

function Words({ item }: { item: NavItem }) {
  const { icon: Icon, label } = item;
  return (
    <>
      <ListItemIcon sx={{ minWidth: 36, color: 'inherit' }}>
        <Icon fontSize="small" />
      </ListItemIcon>
      <ListItemText
        primary={label}
        secondary={'detail' in item ? item.detail : undefined}
        slotProps={{
          primary: { variant: 'subtitle1', noWrap: true },
          secondary: { variant: 'caption' },
        }}
      />
    </>
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
