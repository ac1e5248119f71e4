import { askedCheck } from './asked.ts';

/** Code is made from text while the environment plays. */
export const dynamicCode = askedCheck(
  'SP202',
  (did) =>
    `\`${did}\` runs text as code. When the text comes from an action, the agent can run anything, its own victory included. Parse the text instead: with re, json or ast.literal_eval.`,
);
