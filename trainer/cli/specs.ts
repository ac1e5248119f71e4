/** The trainer's commands as the help tells them. Nothing heavy is imported here: every `spade` loads this file. */
import type { CommandSpec, OptionSpec } from '../../server/cli/arguments.ts';
import { LOOKING } from '../../server/cli/check-options.ts';

const HOME: OptionSpec = {
  name: 'home',
  value: 'DIR',
  help: 'the daemon’s folder; SPADE_HOME, else the user’s folder for data',
};

const FORMAT: OptionSpec = { name: 'format', value: 'text|json', help: 'text by default' };

/** How a daemon is reached that does not run on this machine's folder. */
const REACHING: readonly OptionSpec[] = [
  HOME,
  { name: 'daemon', value: 'URL', help: 'another daemon, such as wss://gpu.example.org:7777' },
  { name: 'token-file', value: 'FILE', help: 'its token; the one of --home by default' },
  { name: 'ca', value: 'FILE', help: 'whom to trust for its certificate, in PEM' },
  { name: 'take-control', help: 'also when another client controls the daemon' },
];

export const DAEMON_ACTIONS = ['start', 'status', 'stop', 'token'] as const;

export const daemonSpec: CommandSpec = {
  name: 'daemon',
  summary: 'start, ask or stop the trainer’s daemon, or show its token',
  usage: `${DAEMON_ACTIONS.join('|')} [options]`,
  options: [
    ...REACHING,
    FORMAT,
    { name: 'host', value: 'NAME', help: 'start: where to listen; 127.0.0.1 by default, others need TLS' },
    { name: 'port', value: 'NUMBER', help: 'start: any free one by default' },
    { name: 'tls-cert', value: 'FILE', help: 'start: the certificate, in PEM' },
    { name: 'tls-key', value: 'FILE', help: 'start: its key, in PEM' },
    {
      name: 'allow-host',
      value: 'NAME',
      repeatable: true,
      help: 'start: a further name it is reached under',
    },
    {
      name: 'allow-origin',
      value: 'ORIGIN',
      repeatable: true,
      help: 'start: pages of this origin may connect, such as https://studio.example.org',
    },
    { name: 'parallel', value: 'NUMBER', help: 'start: runs that work at the same time; 1 by default' },
    { name: 'background', help: 'start: go on without this terminal; daemon.log has what it says' },
    { name: 'path', help: 'token: show where it is instead' },
    {
      name: 'renew',
      help: 'token: replace it; a running daemon keeps the old one until it is started again',
    },
  ],
  notes: [
    'Runs belong to the daemon, not to whoever watches: they go on when a terminal or an editor is closed, and after a crash from their last committed step.',
    'Exit codes: 0 done; 1 status: no daemon is running; 2 the command could not be carried out; 130 interrupted.',
  ],
  examples: ['spade daemon start', 'spade daemon start --background', 'spade daemon stop'],
};

const STARTING: readonly OptionSpec[] = [
  { name: 'name', value: 'TEXT', help: 'start: what you call it' },
  {
    name: 'set',
    value: 'KEY=VALUE',
    repeatable: true,
    help: 'start: a setting that differs from the preset, such as rollouts=100 or play.group=8',
  },
];

export const trainSpec: CommandSpec = {
  name: 'train',
  summary: 'run self-play from beginning to end, and tell how it goes',
  usage: 'PRESET|FILE.json [options]',
  options: [
    ...REACHING,
    FORMAT,
    ...STARTING.map((option) => ({ ...option, help: option.help.replace('start: ', '') })),
    { name: 'dry-run', help: 'say what it would ask of the engine, and begin nothing' },
    {
      name: 'rate',
      value: 'TOKENS',
      help: 'dry run: how many a second the engine writes, all requests together, for an estimate of the time',
    },
    {
      name: 'prices',
      value: 'READ,WRITE,LEARN',
      help: 'dry run: what a million tokens cost, for an estimate of the money',
    },
  ],
  notes: [
    'PRESET is pocket, which needs nothing but this machine, or one of the paper’s. FILE.json holds {"preset": "pocket", "name": "…", "overrides": {"rollouts": 12}}.',
    'Where no daemon is running, one works inside this command. Ctrl-C leaves the rollout at work; the same command goes on after the last one that was done.',
    'Exit codes: 0 all rollouts are done; 1 the run was paused or stopped, or failed; 2 it could not be begun; 130 interrupted.',
  ],
  examples: [
    'spade train pocket',
    'spade train pocket --set rollouts=8 --set seed=3',
    'spade train games-4b --dry-run --rate 20000 --set engine=\'{"kind":"tinker","url":"http://localhost:8000","model":"Qwen/Qwen3-4B"}\'',
  ],
};

export const RUN_ACTIONS = ['start', 'list', 'show', 'pause', 'resume', 'stop', 'logs', 'export'] as const;

export const runSpec: CommandSpec = {
  name: 'run',
  summary: 'list, watch and control training runs, and export them',
  usage: `${RUN_ACTIONS.join('|')} [RUN] [options]`,
  options: [
    ...REACHING,
    FORMAT,
    ...STARTING,
    { name: 'follow', help: 'logs: go on until the run ends; after a lost connection nothing is missing' },
    { name: 'level', value: 'debug|info|warning|error', help: 'logs: from this level on; info by default' },
    { name: 'pool', help: 'export: also a pool of the accepted environments, with a manifest' },
  ],
  notes: [
    'RUN is the id that `spade run list` shows, or its beginning. `spade run export RUN DIR` takes a run’s folder too, and needs no daemon; list, show and logs read the folder when no daemon is running.',
  ],
  examples: [
    'spade run start pocket --name first',
    'spade run list',
    'spade run logs 202611 --follow',
    'spade run export 202611 exported/ --pool',
  ],
};

/** Who plays, and how: `rollout` and `eval` share it. */
const PLAYING: readonly OptionSpec[] = [
  {
    name: 'policy',
    value: 'POLICY',
    help: 'pocket, pocket:FOLDER, openai:MODEL@URL or tinker:MODEL@URL; pocket by default',
  },
  {
    name: 'key-variable',
    value: 'NAME',
    help: 'the environment variable that holds the endpoint’s key, such as OPENAI_API_KEY; none is sent without it',
  },
  {
    name: 'tokenizer',
    value: 'DIR',
    help: 'tinker: the folder of the model’s own files (`spade engine fetch`)',
  },
  { name: 'temperature', value: 'T', help: 'of sampling; as the paper by default (0.6), and 1 for pocket' },
  { name: 'max-tokens', value: 'N', help: 'of one answer, thinking included' },
  { name: 'context', value: 'N', help: 'tokens of a whole play' },
  {
    name: 'seed',
    value: 'S',
    help: 'of the environments and, where the policy takes one, of its chance; 0 by default',
  },
  { name: 'concurrency', value: 'N', help: 'requests under way at an endpoint; 16 by default' },
  { name: 'patience', value: 'SECONDS', help: 'without a byte until a try is given up; 240 by default' },
  {
    name: 'tools',
    value: 'native|text',
    help: 'tools as the API’s own, or described in the text; native by default',
  },
  {
    name: 'body',
    value: 'KEY=VALUE',
    repeatable: true,
    help: 'a further field of every request, such as chat_template_kwargs.enable_thinking=false',
  },
  {
    name: 'prices',
    value: 'IN,OUT',
    help: 'what a million tokens cost, to be told what was spent; none are built in',
  },
  FORMAT,
  { name: 'quiet', help: 'no progress' },
];

export const rolloutSpec: CommandSpec = {
  name: 'rollout',
  summary: 'let a policy play environments, and tell how often it wins',
  usage: 'PATH [PATH …] [options]',
  options: [
    {
      name: 'plays',
      short: 'n',
      value: 'N',
      help: 'plays of each environment, from as many seeds; 16 by default',
    },
    { name: 'hint', help: 'as many plays with a hint: win rate with it, and regret' },
    {
      name: 'audit',
      help: 'also ask the policy whether each environment can be solved; an opinion, kept apart',
    },
    { name: 'unsound', help: 'play environments too that are not sound' },
    { name: 'max-turns', value: 'N', help: 'of a play; environments keep their own where it is lower' },
    {
      name: 'out',
      value: 'FOLDER',
      help: 'a daemon’s folder of its own for the plays; that of --home by default',
    },
    HOME,
    ...PLAYING,
  ],
  notes: [
    'PATH is a .py file, a folder, or a pool with a manifest.json. Environments are checked first; what is not sound is named and not played.',
    'Ctrl-C keeps every play that was over; the same command goes on. The plays are a run beside those of training: the editor and the daemon’s pages show them.',
    'Exit codes: 0 all was played; 1 something was not sound and was not played; 2 the command could not be carried out; 130 interrupted.',
  ],
  examples: [
    'spade rollout pool/ --policy openai:qwen3@http://localhost:8000/v1 --plays 16 --hint',
    'spade rollout maze.py --policy pocket',
  ],
};

export const ENGINE_ACTIONS = ['serve', 'card', 'fetch'] as const;

export const engineSpec: CommandSpec = {
  name: 'engine',
  summary: 'show what a Tinker-compatible engine does, or be one over the pocket policy',
  usage: 'serve | card URL MODEL | fetch MODEL DIR [options]',
  options: [
    FORMAT,
    {
      name: 'host',
      value: 'NAME',
      help: 'serve: where to listen; 127.0.0.1 by default, and nothing is asked of who comes',
    },
    { name: 'port', value: 'NUMBER', help: 'serve: 8000 by default, 0 for any free one' },
    {
      name: 'weights',
      value: 'DIR',
      help: 'serve: a checkpoint of the pocket policy; the shipped one by default',
    },
    { name: 'dir', value: 'DIR', help: 'serve: where checkpoints are kept; else they go with it' },
    { name: 'wire', value: 'json|protobuf', help: 'serve: take passes in this form only' },
    {
      name: 'trouble',
      value: 'CALL:WHAT',
      repeatable: true,
      help: 'serve: let something go wrong, such as asample:429x3, optim_step:lost, *:delay=200x1000',
    },
    { name: 'rank', value: 'NUMBER', help: 'card: of the adapters; 32 by default' },
    { name: 'tokenizer', value: 'DIR', help: 'card: the folder of the model’s own files' },
    { name: 'key-variable', value: 'NAME', help: 'card: the environment variable that holds the key' },
    { name: 'revision', value: 'NAME', help: 'fetch: of the model; main by default' },
  ],
  notes: [
    'card makes a model on the engine, measures with a few tokens what losses, gradients and log-probabilities it computes, and unloads it. The first time may take minutes.',
    'fetch downloads the tokenizer, chat template and sizes of a model from Hugging Face, or HF_ENDPOINT; weights stay with the engine.',
  ],
  examples: [
    'spade engine serve',
    'spade engine card http://localhost:8000 spade/pocket',
    'spade engine fetch Qwen/Qwen3-4B models/qwen3-4b',
  ],
};

export const evalSpec: CommandSpec = {
  name: 'eval',
  summary: 'measure a policy on held-out environments, or on questions with answers',
  usage: 'POOL|QUESTIONS.jsonl [options]',
  options: [
    {
      name: 'samples',
      short: 'n',
      value: 'N',
      help: 'plays of each environment (8 by default), or answers to each question (4)',
    },
    {
      name: 'pass',
      value: 'K,…',
      help: 'questions: the chance that one of K answers is right; 1 and the number of answers by default',
    },
    { name: 'max-turns', value: 'N', help: 'environments: of a play; they keep their own where it is lower' },
    { name: 'unsound', help: 'environments: play those too that are not sound' },
    {
      name: 'run',
      value: 'RUN',
      help: 'a run’s id or folder: what comes out is stored with it, and its last checkpoint is the policy unless --policy names one',
    },
    {
      name: 'out',
      value: 'FOLDER',
      help: 'environments: a daemon’s folder of its own for the plays; questions: the answers’ folder, evaluations/NAME by default',
    },
    HOME,
    ...PLAYING,
  ],
  notes: [
    'QUESTIONS.jsonl has one question a line, {"problem": "…", "answer": "204"} (or "question"), as AIME’s sets have. Answers are read from the last \\boxed{…} and compared by math_verify in the sandbox.',
    'Ctrl-C keeps what was done; the same command goes on. Intervals are of 95 %.',
    'Exit codes: 0 all was measured; 1 something was not sound and was not played; 2 the command could not be carried out; 130 interrupted.',
  ],
  examples: [
    'spade eval held-out/ --policy openai:qwen3@http://localhost:8000/v1',
    'spade eval aime24.jsonl --policy openai:qwen3@http://localhost:8000/v1 -n 16 --pass 1,8,16',
    'spade eval held-out/ --run 202611',
  ],
};

export const serveSpec: CommandSpec = {
  name: 'serve',
  summary: 'serve a checked pool to any RL framework, over OpenEnv',
  usage: 'POOL|FOLDER|FILE [options]',
  options: [
    { name: 'host', value: 'NAME', help: 'where to listen; 127.0.0.1 by default' },
    { name: 'port', value: 'NUMBER', help: '8000 by default; 0: any that is free' },
    {
      name: 'token',
      value: 'TEXT',
      help: 'the first part of every address; SPADE_SERVE_TOKEN, else a new one each time',
    },
    { name: 'no-token', help: 'on 127.0.0.1: whoever is on this machine may play' },
    { name: 'capacity', value: 'N', help: 'sessions at once; 256 by default' },
    { name: 'idle-timeout', value: 'SECONDS', help: 'end a session that asks for nothing; 1800 by default' },
    {
      name: 'step-timeout',
      value: 'SECONDS',
      help: 'answer a reset or a step with an error after so long; 30 by default, at most 55, since clients give up after 60',
    },
    { name: 'allow-unsound', help: 'serve what is unsound or undecided as well' },
    { name: 'allow-host', value: 'NAME', repeatable: true, help: 'a further name it is reached under' },
    {
      name: 'allow-origin',
      value: 'ORIGIN',
      repeatable: true,
      help: 'pages of this origin may connect, such as https://studio.example.org',
    },
    { name: 'tls-cert', value: 'FILE', help: 'the certificate, in PEM' },
    { name: 'tls-key', value: 'FILE', help: 'its key, in PEM' },
    { name: 'no-tls', help: 'listen beyond this machine without TLS: the network is your own' },
    ...LOOKING,
    {
      name: 'jobs',
      value: 'N',
      help: 'processes of the sandbox; one a processor core by default, each needs about 200 MB',
    },
    { name: 'no-cache', help: 'check anew; neither use nor keep results' },
    { name: 'quiet', help: 'no progress' },
  ],
  notes: [
    'Environments are checked first, and those that are not sound are left out. One session is one connection; its environment runs in the sandbox. The address, which holds the token, is the base_url of a client; /metrics below it is for Prometheus.',
    'Exit codes: 2 it could not be served; 130 ended with Ctrl-C: what was being answered was answered first.',
  ],
  examples: [
    'spade serve clean/',
    'spade serve examples/ --port 8000 --capacity 64',
    'SPADE_SERVE_TOKEN=… spade serve clean/ --host 0.0.0.0 --allow-host node-7 --no-tls',
  ],
};
