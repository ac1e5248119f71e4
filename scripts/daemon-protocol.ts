/**
 * Writes docs/daemon-protocol.md from the schemas of the daemon's wire. What is not in a schema stands in
 * docs/guides/daemon.md.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import {
  COMMANDS,
  DAEMON_PROTOCOL,
  MAX_FRAME,
  NOTIFICATIONS,
  SESSION,
  SUBPROTOCOL,
  TOKEN_PROTOCOL,
} from '../server/protocol/daemon.ts';
import { CLOSE_CODES, DAEMON_ERRORS, daemonErrorData } from '../server/protocol/daemon-errors.ts';
import { QUERIES } from '../server/protocol/daemon-queries.ts';
import { finding, measures, undecided } from '../server/protocol/finding.ts';
import { engine, runConfig, runRequest } from '../server/protocol/run-config.ts';
import { daemonEvent, event, runEvent } from '../server/protocol/run-events.ts';
import * as insights from '../server/protocol/run-insights.ts';
import * as records from '../server/protocol/run-records.ts';
import { typeText } from './protocol/type-text.ts';

export const PAGE = 'docs/daemon-protocol.md';

/** What has a name of its own on the page, in this order. The last three are told with the rules' findings. */
const NAMED = {
  RunRequest: runRequest,
  RunConfig: runConfig,
  Engine: engine,
  RunState: records.runState,
  StopReason: records.stopReason,
  RunSummary: records.runSummary,
  RunDetail: records.runDetail,
  Event: event,
  RunEvent: runEvent,
  DaemonEvent: daemonEvent,
  Metric: records.metric,
  Environment: records.environmentHeader,
  EnvironmentDetail: records.environmentDetail,
  Episode: records.episodeHeader,
  Outcome: records.episodeOutcome,
  Transcript: records.transcript,
  Turn: records.episodeTurn,
  Series: insights.series,
  Difficulty: insights.difficulty,
  Band: insights.band,
  Place: insights.place,
  Rejections: insights.rejections,
  EpisodeCounts: insights.episodeCounts,
  Hit: insights.hit,
  MemoryRecord: insights.memoryRecord,
  JournalRecord: records.journalRecord,
  Checkpoint: records.checkpoint,
  ErrorData: daemonErrorData,
  Finding: finding,
  Undecided: undecided,
  Measures: measures,
};

interface Described {
  readonly says: string;
  readonly params: z.ZodType;
  readonly result?: z.ZodType;
}

/** The page as it should be now. */
export function protocolPage(): string {
  const text = typeText(NAMED);
  const method = ([name, { says, params, result }]: [string, Described]) => {
    const answer = result ? `\nresult ${text(result, 'output')}` : '';
    return `### \`${name}\`\n${says}\n\`\`\`ts\nparams ${text(params, 'input')}${answer}\n\`\`\`\n`;
  };
  const methods = (all: Readonly<Record<string, Described>>) => Object.entries(all).map(method).join('\n');
  const types = Object.entries(NAMED).map(([name, schema]) => {
    const type = text(schema, 'output', name);
    return `type ${name} =${type.startsWith('\n') ? '' : ' '}${type}\n`;
  });
  return [
    HEAD,
    `## Handshake, control, subscriptions\n\n${methods(SESSION)}`,
    `## Commands\nThey need the lease. \`command\` is an id of the client's choosing; the same command with the same id is carried out once, and answered again as it was, also by the next daemon.\n\n${methods(COMMANDS)}`,
    `## Queries\nThey need no lease. Lists come in pages: \`next\` is the \`after\` of the following page, \`null\` at the end.\n\n${methods(QUERIES)}`,
    `## Notifications of the daemon\n\n${methods(NOTIFICATIONS)}`,
    `## Errors\n\`message\` is for people, \`data\` is an \`ErrorData\`.\n\n| reason | code |\n|---|---|\n${rows(DAEMON_ERRORS)}`,
    `## Close codes\nThe close reason is the name. Code 1009: a frame was too large.\n\n| name | code |\n|---|---|\n${rows(CLOSE_CODES)}`,
    `## Types\nStrings of times are ISO 8601 in UTC; steps, slots and sequence numbers are whole.\n\n\`\`\`ts\n${types.join('\n')}\`\`\`\n`,
  ].join('\n');
}

const rows = (codes: Readonly<Record<string, number>>): string =>
  Object.entries(codes)
    .map(([name, code]) => `| \`${name}\` | ${code} |\n`)
    .join('');

const HEAD = `# The daemon's protocol, version ${DAEMON_PROTOCOL}

Made by \`node scripts/daemon-protocol.ts\` from the schemas in server/protocol; do not edit. How to run a daemon, and a
client in a few lines, is in [the guide](guides/daemon.md).

JSON-RPC 2.0 over WebSocket (subprotocol \`${SUBPROTOCOL}\`), one message a text frame of at most ${MAX_FRAME.toLocaleString('en')} bytes, no
batches, parameters by name. The token goes into the header \`Authorization: Bearer TOKEN\`; a page in a browser, which
cannot set headers, offers a second subprotocol \`${TOKEN_PROTOCOL}TOKEN\`. Who is not let in gets an HTTP status 401, 403, 429
or 503 with \`{ "reason", "message" }\`.

Each stream of events (a run's, or the daemon's own: \`null\`) counts from 1 without gaps. An event is on disk before
anybody is told of it, so a client that subscribes after the last number it has seen gets exactly what it missed. A
client that reads too slowly is told by \`events/dropped\` what was left out, and asks for it with \`events/read\`.
`;

if (import.meta.main) writeFileSync(join(dirname(import.meta.dirname), PAGE), protocolPage());
