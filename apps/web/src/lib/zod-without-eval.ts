import { config } from 'zod';

// Zod probes for `eval` to compile its parsers; the content security policy forbids it and would
// report every probe. Imported before anything parses.
config({ jitless: true });
