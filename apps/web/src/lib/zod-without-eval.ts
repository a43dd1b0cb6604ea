import { config } from 'zod';

// Zod probes for `eval` to compile its parsers. The content security policy forbids and reports
// that. Import this before anything parses.
config({ jitless: true });
