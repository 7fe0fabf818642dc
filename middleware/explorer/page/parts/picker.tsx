import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

/** Suggestion of a picker. */
export interface PickerSuggestion {
  readonly value: string;
  readonly content: ComponentChildren;
}

export interface PickerProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly isSmall?: boolean;
  readonly pick: (value: string) => void;
  /** Present value; absent if the field is empty after each choice. */
  readonly value?: string;
  readonly isInvalid?: boolean;
}

interface GeneralProps extends PickerProps {
  /** Returns the suggestions for a typed text. */
  readonly suggest: (typed: string) => readonly PickerSuggestion[];
  /** Called with the typed text on focus and input, and with undefined when the input loses focus. */
  readonly onType?: (typed: string | undefined) => void;
  /** Returns the short form of a value. */
  readonly shorten: (value: string) => string;
}

/** Input with suggestions. Any other text is accepted, so that invalid values can be tried. */
export const Picker = (props: GeneralProps) => {
  const { label, placeholder, isSmall = false, value = "", isInvalid = false } = props;
  const { suggest, shorten } = props;
  const typed = useSignal<string | undefined>(undefined);
  const marked = useSignal(0);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const text = typed.value;
  const suggestionsFor = (given: string | undefined): readonly PickerSuggestion[] =>
    given === undefined ? [] : suggest(given);
  const offered = suggestionsFor(text);
  const type = (given: string | undefined): void => {
    typed.value = given;
    props.onType?.(given);
  };
  const choose = (chosen: string): void => {
    type(undefined);
    props.pick(chosen);
    if (props.value === undefined && input.current !== null) input.current.value = "";
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The latest input may not have been rendered yet.
    const now = typed.peek();
    const found = suggestionsFor(now);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      typed.value ??= "";
      const step = event.key === "ArrowDown" ? 1 : -1;
      marked.value = (marked.value + step + found.length) % Math.max(1, found.length);
    } else if (event.key === "Enter" && now !== undefined) {
      event.preventDefault();
      const chosen = found[marked.peek()]?.value ?? now;
      if (chosen !== "") choose(chosen);
    } else if (event.key === "Escape") {
      type(undefined);
    }
  };
  return (
    <span class={isSmall ? "picker small" : "picker"}>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={offered.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={offered.length > 0 ? `${list}-${marked.value}` : undefined}
        aria-invalid={isInvalid}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        title={value}
        value={text ?? (value === "" ? "" : shorten(value))}
        onFocus={() => {
          type("");
          marked.value = 0;
        }}
        onInput={({ currentTarget }) => {
          type(currentTarget.value);
          marked.value = 0;
        }}
        onBlur={() => {
          const left = typed.peek();
          type(undefined);
          if (left !== undefined && left !== "" && props.value !== undefined) props.pick(left);
        }}
        onKeyDown={onKeyDown}
      />
      <ul class="offered" id={list} role="listbox" aria-label={label} hidden={offered.length === 0}>
        {offered.map((each, index) => (
          <li
            key={each.value}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === marked.value}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(each.value);
            }}
          >
            {each.content}
          </li>
        ))}
      </ul>
    </span>
  );
};
