import { askedCheck } from './asked.ts';

/** Sockets and what is built on them. */
export const networkAccess = askedCheck(
  'SP204',
  (did) =>
    `\`${did}\` reaches for the network, which the sandbox does not have: the play fails, and elsewhere its outcome would depend on a server. Put the data into the source.`,
);
