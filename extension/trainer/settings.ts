/** The section `spade.trainer` of the editor's settings. What is wrong keeps its default. */
import { z } from 'zod';

export const trainerSettings = z.object({
  /** Which ends of runs are told. */
  notifications: z.enum(['all', 'failures', 'none']).catch('all'),
  /** The folder of this machine's daemon; empty: the usual one. */
  home: z.string().catch(''),
  /** The command line that starts it; empty: the extension's own, or the one on PATH. */
  command: z.string().catch(''),
  /** The program for SSH. */
  ssh: z.string().min(1).catch('ssh'),
});
export type TrainerSettings = z.infer<typeof trainerSettings>;

export const DEFAULT_TRAINER_SETTINGS: TrainerSettings = trainerSettings.parse({});
