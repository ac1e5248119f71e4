/** The list of files in a zip file, read off its central directory. */
import { readFileSync } from 'node:fs';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Lengths of the fixed parts of the two records. */
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;

export interface ZipEntry {
  readonly name: string;
  /** Unpacked, in bytes. */
  readonly size: number;
  /** May it be executed after unpacking? */
  readonly executable: boolean;
}

/** @throws when the file is no zip file. */
export function zipEntries(file: string): ZipEntry[] {
  const bytes = readFileSync(file);
  let end = bytes.length - END_LENGTH;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error(`${file} is no zip file.`);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error(`${file} has a broken directory.`);
    const nameLength = bytes.readUInt16LE(at + 28);
    const mode = bytes.readUInt32LE(at + 38) >>> 16;
    entries.push({
      name: bytes.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
      size: bytes.readUInt32LE(at + 24),
      executable: (mode & 0o111) !== 0,
    });
    at += ENTRY_LENGTH + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}
