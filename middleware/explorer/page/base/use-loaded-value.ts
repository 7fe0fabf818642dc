import { useSignal } from "@preact/signals";

import { ApiError } from "./client.ts";
import { useReloadOnChange } from "./use-reload-on-change.ts";

/** State of an answer. The previous value stays while a new version is loaded. */
export interface LoadedValueState<Value> {
  readonly value: Value | undefined;
  /** Error of the latest request. */
  readonly error: Error | undefined;
  readonly isAsking: boolean;
}

const loading = { value: undefined, error: undefined, isAsking: true };

/**
 * Loads a value. `subject` names what is loaded: a new subject clears the value and aborts its
 * request. `version` changes when the value may have changed: the value stays until the new one
 * arrives. If a request fails, the value stays too, unless {@link isGone} is true for the error.
 */
export const useLoadedValue = <Value>(
  subject: string,
  version: unknown,
  ask: (signal: AbortSignal) => Promise<Value>,
): LoadedValueState<Value> => {
  const state = useSignal<LoadedValueState<Value> & { readonly subject: string }>({
    ...loading,
    subject,
  });
  useReloadOnChange(subject, version, async (signal) => {
    const before = state.peek().subject === subject ? state.peek() : loading;
    state.value = { ...before, subject, isAsking: true };
    try {
      const value = await ask(signal);
      if (!signal.aborted) state.value = { subject, value, error: undefined, isAsking: false };
    } catch (reason) {
      if (signal.aborted) return;
      const error = reason as Error;
      const value = isGone(error) ? undefined : before.value;
      state.value = { subject, value, error, isAsking: false };
    }
  });
  return state.value.subject === subject ? state.value : loading;
};

/** Returns true if the value no longer exists, or the user may no longer read it. */
const isGone = (error: Error): boolean =>
  error instanceof ApiError && [0, 401, 403, 404].includes(error.status);
