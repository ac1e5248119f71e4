/** The command cannot be carried out as it was given: bad arguments, settings or files. Exit code 2, no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What the file system says, in words, with the path first. */
export function fileProblem(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason =
    {
      ENOENT: 'there is no such file or folder',
      EACCES: 'permission to read it is denied',
      EPERM: 'the system does not permit it',
      EISDIR: 'it is a folder',
      ENOTDIR: 'a part of the path is no folder',
      ELOOP: 'its symbolic links lead in a circle',
      ENAMETOOLONG: 'the name is too long',
      EMFILE: 'too many files are open',
      ENOSPC: 'the disk is full',
      EROFS: 'the file system is read-only',
      EEXIST: 'it exists already',
    }[code] ?? (error instanceof Error ? error.message : String(error));
  return `${path}: ${reason}`;
}
