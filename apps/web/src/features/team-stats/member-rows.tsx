import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format';
import { UserPicture } from '../../ui/user-picture';
import type { MemberTotal } from './members';

interface MemberRowsProps {
  members: readonly MemberTotal[];
  /** The page of a member; null if the user may not open it. */
  linkTo: (email: string) => string | null;
  label: string;
}

const MAX_HEIGHT = 460;

/** One row per member; the whole row is a link, if the user may open the page of a member. */
export function MemberRows({ members, linkTo, label }: MemberRowsProps) {
  return (
    <TableContainer sx={{ maxHeight: MAX_HEIGHT }} tabIndex={0} role="region" aria-label={label}>
      <Table size="small" stickyHeader aria-label={label} sx={{ tableLayout: 'fixed' }}>
        <TableHead>
          <TableRow sx={{ '& .MuiTableCell-root': { backgroundColor: 'background.paper' } }}>
            <TableCell sx={{ px: 1 }}>Member</TableCell>
            <TableCell align="right" sx={{ width: { xs: 52, sm: 76 }, px: { xs: 0.5, sm: 2 } }}>
              Tasks
            </TableCell>
            <TableCell
              align="right"
              sx={{ width: { xs: 56, sm: 84 }, pl: { xs: 0.5, sm: 2 }, pr: 1 }}
            >
              Turns
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {members.map((member) => (
            <Row key={member.email} member={member} to={linkTo(member.email)} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface RowProps {
  member: MemberTotal;
  to: string | null;
}

function Row({ member, to }: RowProps) {
  return (
    <TableRow hover={to !== null} sx={{ position: 'relative' }}>
      <TableCell component="th" scope="row" sx={{ px: 1, py: 0.75 }}>
        <Member member={member} to={to} />
      </TableCell>
      <TableCell align="right" sx={{ px: { xs: 0.5, sm: 2 }, fontWeight: 650 }}>
        {formatCount(member.tasks)}
      </TableCell>
      <TableCell align="right" sx={{ pl: { xs: 0.5, sm: 2 }, pr: 1 }}>
        {formatCount(member.turns)}
      </TableCell>
    </TableRow>
  );
}

function Member({ member: { email, name, picture }, to }: RowProps) {
  const shown = name ?? email;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <UserPicture user={{ name: shown, email, picture }} size={30} />
      <Box sx={{ minWidth: 0 }}>
        {to === null ? (
          <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
            {shown}
          </Typography>
        ) : (
          <MuiLink
            component={Link}
            to={to}
            replace
            variant="body2"
            underline="hover"
            noWrap
            sx={{
              display: 'block',
              fontWeight: 600,
              color: 'text.primary',
              // The link covers its row.
              '&::after': { content: '""', position: 'absolute', inset: 0 },
            }}
          >
            {shown}
          </MuiLink>
        )}
        {name !== null && (
          <Typography variant="caption" color="textSecondary" noWrap component="p">
            {email}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
