/**
 * The commands of lenses and actions, for editors without the extension (`serverCommands`): a check runs, and what is
 * to be shown is a message.
 */
import { MessageType, ShowMessageNotification } from 'vscode-languageserver';
import { z } from 'zod';
import { evidenceLines } from '../../contract/evidence-text.ts';
import { findRule } from '../../contract/rules.ts';
import { count } from '../../contract/visible.ts';
import { finding } from '../../protocol/finding.ts';
import { CLIENT_COMMANDS, type LastCheck } from '../../protocol/language.ts';
import { pageLink } from '../diagnosis.ts';
import type { Server } from '../server.ts';
import { pathOf } from '../uri.ts';
import type { Method } from './method.ts';

export const commands: Method = {
  capabilities: ({ session }) =>
    session.start.serverCommands
      ? { executeCommandProvider: { commands: Object.values(CLIENT_COMMANDS), workDoneProgress: true } }
      : {},
  register(server) {
    server.connection.onExecuteCommand(async ({ command, arguments: given = [] }) => {
      const message = await carryOut(server, command, given);
      if (message !== undefined)
        await server.connection.sendNotification(ShowMessageNotification.type, {
          type: MessageType.Info,
          message,
        });
      return null;
    });
  },
};

async function carryOut(
  server: Server,
  command: string,
  given: readonly unknown[],
): Promise<string | undefined> {
  const first = z.string().safeParse(given[0]).data;
  if (first === undefined) return `The command ${command} needs a document or a rule's code.`;
  switch (command) {
    case CLIENT_COMMANDS.check: {
      const outcome = await server.checks.check(first, { fresh: true });
      if (outcome.kind === 'failed') return `Not checked: ${outcome.reason}`;
      return outcome.kind === 'checked' ? verdictText(server.environments.tell(first)?.check) : undefined;
    }
    case CLIENT_COMMANDS.showVerdict:
      return verdictText(server.environments.tell(first)?.check);
    case CLIENT_COMMANDS.showRule: {
      const rule = findRule(first);
      return rule ? `${rule.code} ${rule.name}: ${rule.summary}. ${pageLink(rule.code) ?? ''}` : undefined;
    }
    case CLIENT_COMMANDS.play:
      return `In a terminal: spade play ${pathOf(first) ?? first}`;
    case CLIENT_COMMANDS.rollOut:
      return `In a terminal: spade rollout ${pathOf(first) ?? first} --policy pocket`;
    case CLIENT_COMMANDS.replay: {
      const shown = finding.safeParse(given[1]).data;
      const lines = shown?.evidence ? evidenceLines(shown.evidence) : [];
      return [
        ...lines,
        `In a terminal: spade play ${pathOf(first) ?? first} --finding ${shown?.code ?? ''}`,
      ].join('\n');
    }
  }
  return `There is no command ${command}.`;
}

function verdictText(check: LastCheck | undefined): string {
  if (!check) return 'Not checked yet.';
  const { verdict, findings, undecided, stale } = check;
  return `${verdict}${stale ? ' before the last changes' : ''}: ${count(findings.length, 'finding')}, ${undecided.length} not decided.`;
}
