/** Reports and plays as text for a language model: complete, and without what only an editor needs. */
import { evidenceLines } from '../../server/contract/evidence-text.ts';
import type { WorkspaceEnvironment } from '../../server/protocol/language.ts';
import type { PlayedTable, TableTurn } from '../../server/protocol/play-table.ts';
import { show } from '../../server/protocol/value.ts';
import { countsOf, measuresOf, stateOf } from '../language/state.ts';

export function reportText(environment: WorkspaceEnvironment): string {
  const { className, check } = environment;
  const findings = (check?.findings ?? []).map(({ severity, code, name, range, message, evidence }) =>
    [
      `- ${severity} ${code} (${name}), line ${range.start.line}: ${message}`,
      ...(evidence ? evidenceLines(evidence).map((line) => `  ${line}`) : []),
    ].join('\n'),
  );
  const open = (check?.undecided ?? []).map(
    ({ code, name, reason }) => `- not decided ${code} (${name}): ${reason}`,
  );
  return [
    `${className}: ${stateOf(environment)}, ${countsOf(check)}`,
    ...measuresOf(check),
    ...findings,
    ...open,
  ].join('\n');
}

export function tableText(table: PlayedTable): string {
  const candidates = table.candidates.map(({ action }) => action);
  return [
    `${table.className} (${table.profile}), seed ${table.play.seed ?? 'none'}`,
    ...(table.observation === null ? [] : [`observation: ${table.observation}`]),
    ...table.turns.map(turnText),
    ...(table.after.length > 0 ? ['after the end:', ...table.after.map(turnText)] : []),
    ...(table.error ? [`exception: ${table.error.type}: ${table.error.message}`] : []),
    ...(table.breach
      ? [`the ${table.breach.limit} limit was passed at line ${table.breach.line ?? '?'}`]
      : []),
    `ending: ${table.ending}; return ${table.return}`,
    ...(table.ending === 'unfinished' && candidates.length > 0
      ? [`actions that could be tried: ${candidates.join(' | ')}`]
      : []),
  ].join('\n');
}

function turnText({ step, action, observation, reward, terminated, truncated, changes, error }: TableTurn) {
  const flags = [...(terminated ? ['terminated'] : []), ...(truncated ? ['truncated'] : [])];
  return [
    `${step}> ${action}`,
    error ? `exception: ${error.type}: ${error.message}` : observation,
    `reward ${reward}${flags.map((flag) => `, ${flag}`).join('')}`,
    ...changes.map(
      ({ name, before, after }) =>
        `hidden: ${name}: ${before === undefined ? 'absent' : show(before)} -> ${after === undefined ? 'absent' : show(after)}`,
    ),
  ].join('\n');
}
