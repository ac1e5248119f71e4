/**
 * Imported before anything that makes schemas: zod would compile them with `eval`, which a page's policy forbids, and
 * even its trying is told as a breach.
 */
import { config } from 'zod';

config({ jitless: true });
