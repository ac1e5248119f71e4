/** Self-play on the pocket policy: what the daemon runs when a run's engine is `pocket`. */
import { existsSync } from 'node:fs';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { JobKind } from '../daemon/job.ts';
import { PocketPolicy } from '../policy/pocket/pocket.ts';
import { ON_CPU } from '../policy/pocket/runtime.ts';
import { SHIPPED } from '../policy/pocket/shipped.ts';
import { POCKET_VOICE } from '../roles/pocket-voice.ts';
import { PolicyPlayer } from '../roles/policy-player.ts';
import { type Mind, missingPlace, SelfPlayJob } from './self-play-job.ts';

export const POCKET_KIND: JobKind = {
  engine: 'pocket',
  async check(config) {
    const weights = weightsOf(config);
    if (!existsSync(weights)) return `engine.weights: there is no folder ${weights}.`;
    return missingPlace(config);
  },
  create: (config) => new SelfPlayJob(config, () => open(config)),
};

const weightsOf = ({ engine }: RunConfig): string =>
  engine.kind === 'pocket' ? (engine.weights ?? SHIPPED.weights) : SHIPPED.weights;

async function open(config: RunConfig): Promise<Mind> {
  const { engine } = config;
  const provider = engine.kind === 'pocket' ? engine.provider : 'cpu';
  const openOne = () => PocketPolicy.open({ checkpoint: weightsOf(config) }, { ...ON_CPU, provider });
  const policy = await openOne();
  // Beside the policy, and never updated: whatever a run has learnt, this is what it began with.
  const reference = config.update.kl > 0 ? await openOne() : undefined;
  return {
    policy,
    player: new PolicyPlayer(policy, POCKET_VOICE),
    ...(reference ? { reference } : {}),
    close: async () => {
      await policy.close();
      await reference?.close();
    },
  };
}
