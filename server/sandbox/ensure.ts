/** Finds the image, or has it built by a process of its own (sources only). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findImage, fromSource, imagesFolder } from './image.ts';
import { launchPrefix } from './launch.ts';

let building: Promise<string> | undefined;

/**
 * The folder of an image that fits the sources. Building one takes about ten seconds, once.
 * @param node the Node that builds it.
 */
export async function ensureImage(node: string = process.execPath): Promise<string> {
  const found = findImage();
  if (found !== undefined) return found;
  if (!fromSource)
    throw new Error(
      `The sandbox's image is not in ${imagesFolder}: the package for all platforms reads environments and plays ` +
        'none. Install the package for this platform.',
    );
  building ??= build(node).finally(() => {
    building = undefined;
  });
  return building;
}

function build(node: string): Promise<string> {
  const script = join(import.meta.dirname, '../../scripts/build-image.ts');
  const [program = '', ...rest] = [
    ...launchPrefix(node),
    node,
    '--no-node-snapshot',
    '--no-warnings',
    script,
  ];
  return new Promise((resolve, reject) => {
    const builder = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    let folder = '';
    let complaint = '';
    builder.stdout.setEncoding('utf8').on('data', (text: string) => {
      folder += text;
    });
    builder.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    builder.on('error', reject);
    builder.on('close', (code) => {
      if (code === 0) resolve(folder.trim());
      else reject(new Error(`The sandbox's image cannot be built (npm install may help):\n${complaint}`));
    });
  });
}
