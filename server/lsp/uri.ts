/** Files as URIs, spelt as VS Code spells them, so that both sides mean one file by one text. */
import { fileURLToPath } from 'node:url';

/** The path of a `file:` URI; `undefined` for any other, such as a document that was never saved. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** The URI of an absolute path. */
export function uriOf(path: string): string {
  const slashed = path.replaceAll('\\', '/').replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
  const encoded = slashed.split('/').map(encodeSegment).join('/');
  return encoded.startsWith('//')
    ? `file:${encoded}`
    : `file://${encoded.startsWith('/') ? '' : '/'}${encoded}`;
}

/** Everything but letters, digits and `-._~`. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** One spelling for every file, whatever the editor's own is. */
export function sameUri(uri: string): string {
  const path = pathOf(uri);
  return path === undefined ? uri : uriOf(path);
}
