import type { ComponentChildren } from "preact";

import { ApiError, formatErrorMessage } from "../base/client.ts";
import { type LoadedValueState } from "../base/use-loaded-value.ts";
import { DamlFailureView } from "./daml-failure-view.tsx";
import { Icon, type IconName } from "./icons.tsx";
import { LongText, truncateText } from "./long-text.tsx";

interface ErrorNoticeProps {
  readonly error: Error;
  /** Buttons that correct the request; they replace the advice. */
  readonly fixes?: ComponentChildren;
}

/** An error in one panel: the code, one sentence, and what to do. The rest is folded. */
export const ErrorNotice = ({ error, fixes }: ErrorNoticeProps) => {
  if (!(error instanceof ApiError)) {
    return (
      <div class="notice bad" role="alert">
        {formatErrorMessage(error)}
      </div>
    );
  }
  const { refusal, status } = error;
  const { hint } = refusal;
  const cause = hint?.cause ?? refusal.cause;
  return (
    <div class="notice bad" role="alert">
      <p title={truncateText(cause)}>
        <LongText text={shortenIdsInText(cause)} />
      </p>
      {fixes !== undefined ? (
        <div class="actions">{fixes}</div>
      ) : (
        hint?.advice && <p>{shortenIdsInText(hint.advice)}</p>
      )}
      <div class="notice-head">
        <strong class="mono">{refusal.code}</strong>
        {/* An error that is not from a ledger has only a status. */}
        {status > 0 && refusal.code !== String(status) && <span class="soft">status {status}</span>}
      </div>
      {hint?.daml && <DamlFailureView failure={hint.daml} />}
      {hint?.expected && (
        <details>
          <summary>Expected</summary>
          <LongText text={shortenIdsInText(hint.expected)} />
          {hint.nearest && `; the nearest is ${hint.nearest}`}
        </details>
      )}
    </div>
  );
};

/** Shortens the ids in a text, and parties to their names; the title has the full text. */
export const shortenIdsInText = (text: string): string =>
  text
    .replace(/::1220[0-9a-f]{64}/g, "")
    .replace(/(1220[0-9a-f]{4})[0-9a-f]{60}|(00[0-9a-f]{6})[0-9a-f]{58,}/g, "$1$2…");

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Placeholder of an empty list: what it would show, and how to create it. */
export const EmptyListPlaceholder = ({ icon, title, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <p class="empty-title">{title}</p>
    {children}
  </div>
);

export const Loading = ({ what }: { readonly what: string }) => (
  <div class="loading" role="status">
    Reading {what} …
  </div>
);

interface AnsweredProps<Value> {
  readonly answer: LoadedValueState<Value>;
  readonly what: string;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows loading, or the value; above it, the error of the latest request. */
export const LoadedValueView = <Value,>({
  answer: { value, error },
  what,
  children,
}: AnsweredProps<Value>) => (
  <>
    {error !== undefined && <ErrorNotice error={error} />}
    {value !== undefined ? children(value) : error === undefined && <Loading what={what} />}
  </>
);
