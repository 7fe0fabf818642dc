import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";

import { parties } from "../base/ledger.ts";
import { hintOf } from "../base/names.ts";
import { Party } from "./names.tsx";

interface PickerProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly isSmall?: boolean;
  readonly pick: (party: string) => void;
  /** Initial value. */
  readonly value?: string;
  readonly isInvalid?: boolean;
}

const maxOffered = 40;

/**
 * Input for a party with suggestions. Any other text is accepted, so that invalid parties can be
 * tried.
 */
export const PartyPicker = (props: PickerProps) => {
  const { label, placeholder, isSmall = false, value = "", isInvalid = false } = props;
  const typed = useSignal<string | undefined>(undefined);
  const marked = useSignal(0);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const text = typed.value;
  const offered = offeredFor(text);
  const choose = (party: string): void => {
    typed.value = undefined;
    props.pick(party);
    if (props.value === undefined && input.current !== null) input.current.value = "";
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The latest input may not have been rendered yet.
    const now = typed.peek();
    const found = offeredFor(now);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      typed.value ??= "";
      const step = event.key === "ArrowDown" ? 1 : -1;
      marked.value = (marked.value + step + found.length) % Math.max(1, found.length);
    } else if (event.key === "Enter" && now !== undefined) {
      event.preventDefault();
      const party = found[marked.peek()] ?? now;
      if (party !== "") choose(party);
    } else if (event.key === "Escape") {
      typed.value = undefined;
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
        value={text ?? (value === "" ? "" : hintOf(value))}
        onFocus={() => {
          typed.value = "";
          marked.value = 0;
        }}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          marked.value = 0;
        }}
        onBlur={() => {
          const left = typed.peek();
          typed.value = undefined;
          if (left !== undefined && left !== "" && props.value !== undefined) props.pick(left);
        }}
        onKeyDown={onKeyDown}
      />
      <ul class="offered" id={list} role="listbox" aria-label={label} hidden={offered.length === 0}>
        {offered.map((party, index) => (
          <li
            key={party}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === marked.value}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(party);
            }}
          >
            <Party party={party} isText />
          </li>
        ))}
      </ul>
    </span>
  );
};

/** Returns the suggestions for a text; none for an empty one. */
const offeredFor = (text: string | undefined): readonly string[] => {
  if (text === undefined) return [];
  const wanted = text.toLowerCase();
  const found: string[] = [];
  for (const party of parties.value) {
    if (party.toLowerCase().includes(wanted)) found.push(party);
    if (found.length >= maxOffered) break;
  }
  return found;
};
