import { useSignal } from "@preact/signals";

import { Icon } from "./icons.tsx";

interface CopyProps {
  readonly text: string | (() => string);
  readonly what: string;
  /** Text of the button; default: an icon. */
  readonly label?: string;
}

export const CopyButton = ({ text, what, label }: CopyProps) => {
  const isDone = useSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(typeof text === "string" ? text : text());
    isDone.value = true;
    setTimeout(() => (isDone.value = false), 5_000);
  };
  return (
    <button
      type="button"
      class={label === undefined ? "bare" : "quiet"}
      title={`Copy ${what}`}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      <Icon name="copy" />
      <span class={label === undefined ? "hidden" : ""} aria-live="polite">
        {isDone.value ? "Copied" : (label ?? `Copy ${what}`)}
      </span>
    </button>
  );
};
