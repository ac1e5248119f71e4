import { askedCheck } from './asked.ts';

/** A module outside the profile's allow-list was imported. */
export const forbiddenImport = askedCheck(
  'SP201',
  (did) =>
    `\`${did}\` is not among the modules that an environment may import. Where the module is missing or of another version, the environment plays differently or not at all. Use the allowed part of the standard library, or allow the module in \`allowed-imports\`.`,
);
