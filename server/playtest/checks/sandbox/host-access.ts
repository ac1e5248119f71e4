import { askedCheck } from './asked.ts';

/** Files, processes, environment variables: anything of the machine that plays. */
export const hostAccess = askedCheck(
  'SP203',
  (did) =>
    `\`${did}\` reaches for the machine that plays the environment. What it finds there differs from machine to machine, and generated code must not touch it. Keep the data in the source and the state in attributes.`,
);
