/** A model of a Tinker-compatible engine as somebody who plays: its base weights, or those of a run's checkpoint. */
import { PRESETS } from '../../server/protocol/run-presets.ts';
import { keyFrom } from '../policy/key.ts';
import { languageOf } from '../policy/tinker/language.ts';
import { POCKET_MODEL } from '../policy/tinker/pocket-model.ts';
import { TinkerPolicy } from '../policy/tinker/policy.ts';
import { PolicyPlayer } from '../roles/policy-player.ts';
import { newRunId } from '../store/run-id.ts';
import type { EndpointOptions, Opened, Outside } from './open-player.ts';
import type { PlayerSpec } from './player-spec.ts';

type TinkerSpec = Extract<PlayerSpec, { kind: 'tinker' }>;

/** @throws PolicyFailure */
export async function openTinker(
  { model, url, checkpoint, loraRank = 32, ...given }: TinkerSpec,
  options: EndpointOptions,
  { env, signal }: Outside,
): Promise<Opened> {
  const tokenizer = options.tokenizer ?? given.tokenizer;
  const keyVariable = options.keyVariable ?? given.keyVariable;
  const speech = PRESETS[model === POCKET_MODEL ? 'pocket' : 'games-4b'];
  const { voice, vocabulary, context, probePrompt } = await languageOf(
    { model, ...(tokenizer === undefined ? {} : { tokenizer }) },
    speech,
  );
  const policy = await TinkerPolicy.open(
    {
      address: { url, key: keyFrom(env, keyVariable) },
      ...{ model, loraRank, vocabulary, context, probePrompt },
      seed: 0,
      stop: voice.stop,
      run: `play-${newRunId()}`,
      attempt: 1,
      // Nothing is learnt from what is said.
      anyTemperature: true,
    },
    { signal },
  );
  try {
    if (checkpoint !== undefined) await policy.load(checkpoint);
  } catch (error) {
    await policy.close();
    throw error;
  }
  const room = policy.capabilities.context;
  const { play, hint } = speech;
  return {
    player: new PolicyPlayer(policy, voice),
    engine: {
      kind: 'tinker',
      ...{ url, model, loraRank, offTemperature: 'allow' },
      ...(keyVariable === undefined ? {} : { keyVariable }),
      ...(tokenizer === undefined ? {} : { tokenizer }),
    },
    ways: {
      ...play,
      context: Math.min(play.context, room),
      maxTokens: Math.min(play.maxTokens, Math.ceil(room / 2)),
    },
    hint: { ...hint, maxTokens: Math.min(hint.maxTokens, Math.ceil(room / 4)) },
    close: () => policy.close(),
  };
}
