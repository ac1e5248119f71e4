/** Builds the sandbox's image when it is missing or stale, and prints its folder. */
import { buildImage } from '../server/sandbox/build.ts';

process.stdout.write(`${await buildImage()}\n`);
process.exit(0);
