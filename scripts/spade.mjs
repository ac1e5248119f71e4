#!/usr/bin/env node
// @ts-check
/** The command `spade`: the launcher's task of that name, in the caller's folder. */
import { main } from './launcher/main.mjs';

await main(['spade', ...process.argv.slice(2)]);
