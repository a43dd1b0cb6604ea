import { Box, Typography } from '@mui/material';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { LogoMark } from '../../ui/logo-mark';

const TITLE = 'Turing Portal for AI Trainers and Reviewers';

/** Logo and title; narrow screens hide the second half of the title. */
export function Brand() {
  return (
    <Box
      component={Link}
      to={paths.home}
      aria-label={TITLE}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        minWidth: 0,
        px: 1,
        py: 0.75,
        borderRadius: 1,
        color: 'text.primary',
        textDecoration: 'none',
      }}
    >
      <LogoMark size={26} />
      <Typography component="span" noWrap sx={{ fontWeight: 650, letterSpacing: '-0.012em' }}>
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          Turing Portal
        </Box>
        <Box
          component="span"
          sx={{ display: { xs: 'none', lg: 'inline' }, color: 'text.secondary', fontWeight: 500 }}
        >
          {' for AI Trainers and Reviewers'}
        </Box>
      </Typography>
    </Box>
  );
}
