/**
 * Every id that the manifest (package.json, `contributes`) and the code share. A test holds the two against each
 * other, so nothing is contributed that nobody implements, and nothing is used that is not contributed.
 */
import { CLIENT_COMMANDS } from '../server/protocol/language.ts';

export const EXTENSION_ID = 'spade-studio.spade-studio';

/** Commands, by what they do. Those of CLIENT_COMMANDS are called by the language server's lenses and actions. */
export const COMMANDS = {
  check: CLIENT_COMMANDS.check,
  play: CLIENT_COMMANDS.play,
  replay: CLIENT_COMMANDS.replay,
  showVerdict: CLIENT_COMMANDS.showVerdict,
  showRule: CLIENT_COMMANDS.showRule,
  rollOut: CLIENT_COMMANDS.rollOut,
  checkFolder: 'spade.checkFolder',
  checkAll: 'spade.checkAll',
  newEnvironment: 'spade.newEnvironment',
  repairSource: 'spade.repairSource',
  filterEnvironments: 'spade.filterEnvironments',
  clearFilter: 'spade.clearFilter',
  groupByVerdict: 'spade.groupByVerdict',
  groupBySkill: 'spade.groupBySkill',
  groupByFolder: 'spade.groupByFolder',
  refreshEnvironments: 'spade.refreshEnvironments',
  restartServer: 'spade.restartServer',
  showLog: 'spade.showLog',
  addTrainer: 'spade.addTrainer',
  connectTrainer: 'spade.connectTrainer',
  disconnectTrainer: 'spade.disconnectTrainer',
  renewToken: 'spade.renewTrainerToken',
  removeTrainer: 'spade.removeTrainer',
  stopTrainer: 'spade.stopTrainer',
  launchRun: 'spade.launchRun',
  openRun: 'spade.openRun',
  openRollouts: 'spade.openRollouts',
  pauseRun: 'spade.pauseRun',
  resumeRun: 'spade.resumeRun',
  stopRun: 'spade.stopRun',
  cloneRun: 'spade.cloneRun',
  compareRuns: 'spade.compareRuns',
  showRunLog: 'spade.showRunLog',
  browseRun: 'spade.browseRun',
  checkHere: 'spade.checkHere',
  copyToWorkspace: 'spade.copyToWorkspace',
  addToPool: 'spade.addToPool',
} as const;
export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];

export const VIEWS = {
  container: 'spade',
  environments: 'spade.environments',
  trainers: 'spade.trainers',
} as const;

/** Types of webview panels; they activate the extension when the editor restores them. */
export const PANELS = {
  play: 'spade.play',
  launch: 'spade.launch',
  curriculum: 'spade.curriculum',
  rollouts: 'spade.rollouts',
} as const;

export const TOOLS = { check: 'spade_check', play: 'spade_play' } as const;

export const WALKTHROUGH = 'spade.start';

/** Context values of tree items and test messages that menus ask for. */
export const CONTEXTS = {
  environment: 'environment',
  replayable: 'spade.replayable',
  trainerOpen: 'trainerOpen',
  trainerStale: 'trainerStale',
  trainerClosed: 'trainerClosed',
  runActive: 'runActive',
  runPausing: 'runPausing',
  runPaused: 'runPaused',
  runResumable: 'runResumable',
  runEnded: 'runEnded',
} as const;

/** Keys of `when` clauses that the extension sets. */
export const CONTEXT_KEYS = { filtered: 'spade.filtered', group: 'spade.group' } as const;

/** The section of all settings; their keys are those of `clientSettings` and, under `trainer`, `trainerSettings`. */
export const SETTINGS = 'spade';

/** Scheme of the read-only pages of rules. */
export const RULE_SCHEME = 'spade-rule';

/** Scheme of the read-only environments of runs. */
export const RUN_SCHEME = 'spade-run';
