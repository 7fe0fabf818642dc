import { useSignal } from "@preact/signals";

import { Icon } from "./icons.tsx";

interface CopyProps {
  readonly text: string | (() => string);
  readonly what: string;
  /** Text of the button; default: an icon. */
  readonly label?: string;
}

export const CopyButton = ({ text, what, label }: CopyProps) => {
  const result = useSignal("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      result.value = "Copied";
    } catch {
      // Browsers have no clipboard for pages over plain HTTP from another host.
      result.value = "Not copied: the browser does not allow it";
    }
    setTimeout(() => (result.value = ""), 5_000);
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
      <span
        class={label === undefined && !result.value.startsWith("Not") ? "hidden" : ""}
        aria-live="polite"
      >
        {result.value || (label ?? `Copy ${what}`)}
      </span>
    </button>
  );
};
