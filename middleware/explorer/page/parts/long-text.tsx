import { useSignal } from "@preact/signals";

/** As much of a text as is read at a glance; the rest comes when it is asked for. */
const glance = 600;
const chunk = 20_000;

interface LongProps {
  readonly text: string;
}

/** A text of somebody else, however long: shown as it is, whatever it is made of. */
export const LongText = ({ text }: LongProps) => {
  const shown = useSignal(glance);
  const isLong = text.length > shown.value;
  return (
    <>
      <bdi class="value-text">{isLong ? text.slice(0, shown.value) : text}</bdi>
      {isLong && <More text={text} show={() => (shown.value += chunk)} />}
    </>
  );
};

/** The same in lines of letters of one width, as JSON is read. */
export const LongLines = ({ text }: LongProps) => {
  const shown = useSignal(chunk);
  const isLong = text.length > shown.value;
  return (
    <div class="json-box">
      <pre class="json" tabIndex={0}>
        {isLong ? text.slice(0, shown.value) : text}
      </pre>
      {isLong && <More text={text} show={() => (shown.value *= 10)} />}
    </div>
  );
};

const More = ({ text, show }: LongProps & { readonly show: () => void }) => (
  <button type="button" class="quiet" onClick={show}>
    more of {text.length.toLocaleString("en-GB")} characters
  </button>
);

/** What titles and lists have of it. */
export const shortened = (text: string, length = glance): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** What turns the direction of the letters after it, and is not to be seen. */
export const turningMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
