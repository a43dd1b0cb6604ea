import PersonIcon from '~icons/ic/outline-person';
import { Avatar, Box } from '@mui/material';
import type { SignedInUser } from '@portal/contracts/auth';

interface UserPictureProps {
  user: SignedInUser | undefined;
  /** CSS pixels. */
  size: number;
}

/**
 * The user's picture. If there is none or it cannot be loaded, the initials on a colour of the name, and
 * without a name the default icon.
 */
export function UserPicture({ user, size }: UserPictureProps) {
  const initials = initialsOf(user?.name ?? '');
  const color = initials === '' ? undefined : colorOf(user?.name ?? '');
  return (
    <Avatar
      aria-hidden
      {...(user?.picture ? { src: user.picture } : {})}
      alt=""
      slotProps={{ img: { referrerPolicy: 'no-referrer' } }}
      sx={(theme) => ({
        width: size,
        height: size,
        color: color ? 'text.primary' : 'text.secondary',
        bgcolor: color
          ? `color-mix(in srgb, ${theme.vars.palette.chart[color]} 30%, ${theme.vars.palette.surface.raised})`
          : theme.vars.palette.surface.raised,
        border: `1px solid ${theme.vars.palette.line.strong}`,
      })}
    >
      {color ? (
        <Initials text={initials} size={size} />
      ) : (
        <PersonIcon sx={{ fontSize: size * 0.6 }} />
      )}
    </Avatar>
  );
}

/** Drawn, not text: a copied row has the name only. */
function Initials({ text, size }: { text: string; size: number }) {
  return (
    <Box
      component="span"
      data-initials={text}
      sx={{
        fontSize: size * (text.length > 1 ? 0.38 : 0.46),
        fontWeight: 600,
        '&::before': { content: 'attr(data-initials)' },
      }}
    />
  );
}

/** The number of colours `slice0`, `slice1` … of the palette. */
const COLORS = 8;

/** The first letters of the first and the last word: 'Ada King Lovelace' → 'AL', 'Zoë' → 'Z'. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words;
  return [first, last].map((word) => /^./u.exec(word)?.[0].toLocaleUpperCase() ?? '').join('');
}

/** The name of a colour of the palette; the same for the same name. */
function colorOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 0x7fffffff;
  return `slice${sum % COLORS}`;
}
