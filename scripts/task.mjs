// @ts-check
/** `node scripts/task.mjs TASK [ARGUMENT…]`: what package.json's scripts call. Any Node from 18 on runs it. */
import { main } from './launcher/main.mjs';

await main(process.argv.slice(2));
