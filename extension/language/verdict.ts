/** A verdict's icon and colour: the same in the tree, the status bar and the lists. */
import * as vscode from 'vscode';
import type { State } from './state.ts';

const ICONS: Readonly<Record<State, readonly [icon: string, color: string | undefined]>> = {
  sound: ['pass', 'testing.iconPassed'],
  unsound: ['error', 'testing.iconFailed'],
  undecided: ['question', 'testing.iconErrored'],
  unchecked: ['circle-large-outline', 'testing.iconUnset'],
};

export function iconOf(state: State): vscode.ThemeIcon {
  const [icon, color] = ICONS[state];
  return new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
}

/** The icon for texts that may hold one, as `$(pass)`. */
export const codicon = (state: State): string => `$(${ICONS[state][0]})`;
