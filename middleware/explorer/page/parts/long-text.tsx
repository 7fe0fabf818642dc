import { useSignal } from "@preact/signals";

/** Number of characters shown first, and added on request. */
const previewLength = 600;
const charactersPerStep = 20_000;

interface LongProps {
  readonly text: string;
}

/**
 * Text of any length from any source. Marks of the writing direction are shown as `<U+202E>`. Shows 600
 * characters at first, and more on request.
 */
export const LongText = ({ text: given }: LongProps) => {
  const text = showDirectionMarks(given);
  const shown = useSignal(previewLength);
  const isLong = text.length > shown.value;
  return (
    <>
      <bdi class="value-text">{isLong ? text.slice(0, shown.value) : text}</bdi>
      {isLong && <ShowMoreButton text={text} show={() => (shown.value += charactersPerStep)} />}
    </>
  );
};

/** Text in a monospaced font, such as JSON. */
export const LongMonospaceText = ({ text }: LongProps) => {
  const shown = useSignal(charactersPerStep);
  const isLong = text.length > shown.value;
  return (
    <div class="json-box">
      <pre class="json" tabIndex={0}>
        {isLong ? text.slice(0, shown.value) : text}
      </pre>
      {isLong && <ShowMoreButton text={text} show={() => (shown.value *= 10)} />}
    </div>
  );
};

const ShowMoreButton = ({ text, show }: LongProps & { readonly show: () => void }) => (
  <button type="button" class="quiet" onClick={show}>
    more of {text.length.toLocaleString("en-GB")} characters
  </button>
);

/** Returns a text with direction marks as `<U+202E>`, so that they are visible and have no effect. */
export const showDirectionMarks = (text: string): string =>
  text.replace(
    bidiControls,
    (mark) => `<U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`,
  );

/** Returns a truncated text for titles and lists, with visible direction marks. */
export const truncateText = (text: string, length = previewLength): string =>
  showDirectionMarks(text.length > length ? `${text.slice(0, length)}…` : text);

/** Invisible Unicode characters that change the direction of text. */
export const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
