import type { EnvironmentError } from '../../../protocol/driver.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { limits, ownerOfBreach } from '../../limits.ts';
import { ownerOf, raised, raisedAt, sceneAtLoad, told } from '../../raised.ts';

/** The environment ends the process that plays it. */
export const processExit: Check = {
  code: 'SP207',
  early: true,
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = (await raised(lab)).all.find((one) => one.owner === 'SP207');
    if (found) {
      const { error, play, step, call } = found;
      return [
        {
          ...sightingOf(`In \`${call}\`, ${said(error)}`, raisedAt(error)),
          evidence: { play, step, observed: told(error) },
        },
      ];
    }
    const ended = (await limits(lab)).find((one) => one.owner === 'SP207');
    if (!ended) return [];
    return [
      {
        ...sightingOf(`In \`${ended.call}\`, \`${ended.text}\``, ended.breach.line),
        evidence: { play: ended.play, step: ended.step },
      },
    ];
  },
  atLoad({ fault }, _, settings, source) {
    if ('breach' in fault) {
      const { line } = fault.breach;
      const text = source.split('\n')[(line ?? 0) - 1]?.trim() ?? '';
      return ownerOfBreach(fault.breach, source) === 'SP207'
        ? [sightingOf(`While loading, \`${text}\``, line)]
        : [];
    }
    if (ownerOf(fault.error, 'load', sceneAtLoad(source, settings)) !== 'SP207') return [];
    return [sightingOf(`While loading, ${said(fault.error)}`, raisedAt(fault.error))];
  },
};

const said = (error: EnvironmentError): string =>
  error.type === 'SystemExit' ? 'SystemExit' : `\`${error.message.split("'")[1] ?? 'exit'}()\``;

const sightingOf = (what: string, line: number | null): Sighting => ({
  message: `${what} ends the whole process: every other rollout in it is lost. Return \`terminated=True\` to end the episode, or raise an exception for a fault.`,
  line,
});
