/** The controls of all pages. Only this module knows the library that they come from. */
import {
  type Button,
  type Checkbox,
  type Dropdown,
  type Option,
  provideVSCodeDesignSystem,
  type TextArea,
  type TextField,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextArea,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

provideVSCodeDesignSystem().register(
  vsCodeButton(),
  vsCodeCheckbox(),
  vsCodeDropdown(),
  vsCodeOption(),
  vsCodeTextArea(),
  vsCodeTextField(),
);

declare global {
  interface HTMLElementTagNameMap {
    'vscode-button': Button;
    'vscode-checkbox': Checkbox;
    'vscode-dropdown': Dropdown;
    'vscode-option': Option;
    'vscode-text-area': TextArea;
    'vscode-text-field': TextField;
  }
}

/** What a person fills in: always a text. */
export interface Field {
  readonly element: HTMLElement;
  value: string;
  placeholder: string;
  disabled: boolean;
  focus(): void;
}

export interface ButtonOptions {
  readonly kind?: 'primary' | 'secondary';
  /** For screen readers, where the label alone says too little; also the tooltip. */
  readonly title?: string;
}

export interface PressButton {
  readonly element: HTMLElement;
  disabled: boolean;
  focus(): void;
}

export function button(
  label: string,
  press: () => void,
  { kind = 'secondary', title }: ButtonOptions = {},
): PressButton {
  const element = document.createElement('vscode-button');
  element.textContent = label;
  element.appearance = kind;
  if (title !== undefined) {
    element.title = title;
    element.setAttribute('aria-label', title);
  }
  element.addEventListener('click', () => {
    if (!element.disabled) press();
  });
  return {
    element,
    get disabled() {
      return element.disabled;
    },
    set disabled(value) {
      element.disabled = value;
    },
    focus: () => element.focus(),
  };
}

export interface FieldOptions {
  readonly label: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** A sentence below the field. */
  readonly hint?: string;
  readonly changed?: (value: string) => void;
}

export function textField({ label, value = '', placeholder = '', hint, changed }: FieldOptions): Field {
  const element = document.createElement('vscode-text-field');
  element.textContent = label;
  element.value = value;
  element.placeholder = placeholder;
  if (hint !== undefined) element.title = hint;
  element.addEventListener('input', () => changed?.(element.value));
  return field(element);
}

export function textArea({ label, value = '', placeholder = '', hint, changed }: FieldOptions): Field {
  const element = document.createElement('vscode-text-area');
  element.textContent = label;
  element.value = value;
  element.placeholder = placeholder;
  element.rows = 2;
  if (hint !== undefined) element.title = hint;
  element.addEventListener('input', () => changed?.(element.value));
  return field(element);
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** One of several. The library's own element carries no label, so one is given for screen readers and shown. */
export function choice(
  options: readonly Choice[],
  { label, value = '', hint, changed }: FieldOptions,
): Field {
  const element = document.createElement('vscode-dropdown');
  for (const one of options) {
    const option = document.createElement('vscode-option');
    option.value = one.value;
    option.textContent = one.label;
    element.append(option);
  }
  element.setAttribute('aria-label', label);
  if (hint !== undefined) element.title = hint;
  const select = () => {
    const index = options.findIndex((one) => one.value === value);
    element.selectedIndex = Math.max(0, index);
  };
  // Its options are known to it only once it is shown, and it then begins with the first.
  let touched = false;
  queueMicrotask(select);
  requestAnimationFrame(() => {
    if (!touched) select();
  });
  element.addEventListener('change', () => {
    touched = true;
    changed?.(element.value);
  });
  const name = document.createElement('span');
  name.textContent = label;
  name.setAttribute('aria-hidden', 'true');
  const whole = document.createElement('div');
  whole.className = 'field';
  whole.append(name, element);
  return field(element, whole);
}

export function checkbox({ label, value = '', hint, changed }: FieldOptions): Field {
  const element = document.createElement('vscode-checkbox');
  element.textContent = label;
  element.checked = value === 'true';
  if (hint !== undefined) element.title = hint;
  element.addEventListener('change', () => changed?.(String(element.checked)));
  return {
    element,
    get value() {
      return String(element.checked);
    },
    set value(text) {
      element.checked = text === 'true';
    },
    placeholder: '',
    get disabled() {
      return element.disabled;
    },
    set disabled(value) {
      element.disabled = value;
    },
    focus: () => element.focus(),
  };
}

/** @param whole what is put into the page, where that is more than the control. */
function field(
  control: HTMLElement & { value: string; disabled: boolean; placeholder?: string },
  whole: HTMLElement = control,
): Field {
  return {
    element: whole,
    get value() {
      return control.value;
    },
    set value(text) {
      control.value = text;
    },
    get placeholder() {
      return control.placeholder ?? '';
    },
    set placeholder(text) {
      control.placeholder = text;
    },
    get disabled() {
      return control.disabled;
    },
    set disabled(value) {
      control.disabled = value;
    },
    focus: () => control.focus(),
  };
}

/** A short word that stands out. Not the library's own, which has a style attribute that a page's policy forbids. */
export function tag(text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'tag';
  element.textContent = text;
  return element;
}
