/** Where results are kept between runs: the user's cache folder, never the project's. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** `SPADE_CACHE_DIR`, else the platform's place for caches. */
export function cacheFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
  home: string = homedir(),
): string {
  if (env.SPADE_CACHE_DIR) return env.SPADE_CACHE_DIR;
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'spade-studio', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'spade-studio');
  // The XDG base directory specification ignores relative paths.
  const xdg = env.XDG_CACHE_HOME;
  return join(xdg?.startsWith('/') ? xdg : join(home, '.cache'), 'spade-studio');
}
