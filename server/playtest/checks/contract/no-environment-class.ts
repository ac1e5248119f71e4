import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';

/** A loader finds nothing to play: no class ends in `Env`, or the one that does lacks `reset` or `step`. */
export const noEnvironmentClass: Check = {
  code: 'SP101',
  early: true,
  run(lab: Lab) {
    const { className, candidates, methods, toolUse } = lab.loaded;
    const { source } = lab.session.options;
    if (className === '') return [unnamed(source)];
    const missing = ['reset', 'step'].filter((method) => !methods.includes(method));
    if (missing.length === 0) return [];
    const others = candidates.length > 1 ? ` (nor has any other of ${candidates.join(', ')})` : '';
    const own = toolUse ? ' of its own' : '';
    return [
      {
        message: `\`${className}\` has no \`${missing.join('` and no `')}\`${own}${others}, so nothing can be played. Give it \`reset(self, seed=None)\` and \`step(self, action)\`.`,
        line: lab.loaded.line,
      },
    ];
  },
};

/** Names the class that looks like the environment and is called otherwise. */
function unnamed(source: string): Sighting {
  const classes = [...source.matchAll(/^class\s+(\w+)/gm)].map((match) => match[1] ?? '');
  const bodies = source.split(/^(?=class\s)/m);
  const playable = bodies.find((body) => /^\s+def reset\b/m.test(body) && /^\s+def step\b/m.test(body));
  const name = /^class\s+(\w+)/.exec(playable ?? '')?.[1];
  if (name !== undefined) {
    return {
      message: `\`${name}\` has \`reset\` and \`step\`, but a loader takes classes whose name ends in \`Env\` and finds none. Call it \`${name.replace(/(?:Environment|Game|_env|env)$/, '')}Env\`.`,
      line: lineOf(source, new RegExp(`^class\\s+${name}\\b`, 'm')),
    };
  }
  const seen = classes.length > 0 ? ` (there is ${classes.slice(0, 5).join(', ')})` : '';
  return {
    message: `The source defines no class whose name ends in \`Env\`${seen}, so there is nothing to play. Define one with \`reset\`, \`step\` and \`solution\`.`,
    line: classes.length > 0 ? lineOf(source, /^class\s/m) : 1,
  };
}
